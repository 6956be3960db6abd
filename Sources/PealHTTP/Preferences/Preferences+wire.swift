import PealCore
import PealEngine
import PealWire

extension PreferencesBody {
    /// The same as the use case takes it.
    /// - Parameter catalog: the catalog in force, whose categories a `null` in place of all of them names.
    /// - Returns: the change.
    func change(_ catalog: Catalog?) -> PreferenceChange {
        PreferenceChange(
            global: global,
            categories: named(in: catalog).mapValues {
                .init(enabled: $0.enabled, channels: $0.channels, at: $0.updatedAt)
            },
            quietHours: quietHours.map {
                .init(enabled: $0.enabled, start: $0.start, end: $0.end, timeZone: $0.timeZone)
            },
            at: updatedAt
        )
    }

    private func named(in catalog: Catalog?) -> [String: CategoryPreferenceBody] {
        switch categories {
        case .keep: return [:]
        case .set(let categories): return categories
        case .remove:
            guard let catalog else { return [:] }
            let all = CategoryPreferenceBody.withdrawingAll(
                of: [.email, .inApp, .push] + catalog.installed.channels.ids
            )
            return Dictionary(catalog.categories.filter(\.adjustable).map { ($0.key, all) }) { first, _ in first }
        }
    }
}

extension Problem {
    /// The same as HTTP says it; `prefix` is what the path says already and the body's pointers leave out.
    init(_ problem: PreferenceProblem, without prefix: String) {
        let code: ProblemCode =
            switch problem.kind {
            case .locked: .categoryLocked
            case .unknownCategory, .notEditable: .invalid
            case .quietHoursOff: .featureOff
            }
        let errors = problem.details.map { detail in
            let pointer =
                detail.pointer.hasPrefix(prefix) ? String(detail.pointer.dropFirst(prefix.count)) : detail.pointer
            return FieldProblem(detail.detail, at: pointer)
        }
        self.init(code, status: 422, errors: errors)
    }
}

extension PreferenceView {
    /// The version of everything in it but the time at which it was read.
    var tag: EntityTag {
        var lasting = self
        lasting.syncedAt = updatedAt
        return EntityTag(of: JSONWriter.bytes { lasting.write(to: &$0) })
    }

    func write(to writer: inout JSONWriter, ignored: [IgnoredHint] = []) {
        writer.object { writer in
            writer.member("userId", userID.rawValue)
            writer.object("categories") { writer in
                for category in categories {
                    writer.object(category.key) { category.write(to: &$0) }
                }
            }
            writer.object("globalSettings") { writer in
                for (channel, isOn) in global.all { writer.member("\(channel)Enabled", isOn) }
            }
            if let quietHours {
                writer.object("quietHours") { writer in
                    writer.member("enabled", quietHours.enabled)
                    writer.member("start", quietHours.window.start.description)
                    writer.member("end", quietHours.window.end.description)
                    writer.member("timeZone", quietHours.timeZone)
                    writer.member("editable", quietHours.editable)
                }
            }
            writer.array("mutes", mutes) { $1.write(to: &$0) }
            writer.member("enabledCount", enabledCount)
            writer.member("version", version)
            writer.member("updatedAt", updatedAt)
            writer.member("syncedAt", syncedAt)
            writer.warnings(ignored)
        }
    }
}

extension CategoryView {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.member("enabled", enabled)
        writer.channels("channels", channels)
        writer.member("locked", lockReason != nil)
        writer.member("lockReason", lockReason)
        writer.member("name", name)
        writer.member("title", title)
        writer.member("description", description)
        writer.member("icon", icon)
    }
}

extension Mute {
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id.description)
            switch scope {
            case .all: writer.member("scope", "all")
            case .category(let category):
                writer.member("scope", "category")
                writer.member("target", category.rawValue)
            case .thread(let thread):
                writer.member("scope", "thread")
                writer.member("target", thread)
            }
            writer.member("until", orNull: until?.rfc3339)
            writer.member("createdAt", createdAt)
        }
    }
}
