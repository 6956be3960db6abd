import PealCore
import PealEngine
import PealWire

extension DeviceChangeBody {
    /// The address that it names.
    func address(from caller: Caller) -> NewAddress? {
        NewAddress(token: token, subscription: subscription, oldAddressHash, caller)
    }
}

extension SyncBody {
    /// The same as the use case takes it.
    func report(from caller: Caller) -> DeviceReport {
        let activity: DeviceReport.Activity =
            switch state {
            case .launched: .launched
            case .foreground: .foreground
            case .background: .background
            }
        var report = DeviceReport(activity, shown: shown)
        report.address = NewAddress(token: token, subscription: subscription, oldAddressHash, caller)
        if case .device = caller { report.hasSession = false }
        report.permission = permission
        report.capabilities = capabilities
        report.appVersion = appVersion
        report.locale = locale
        report.timeZone = timeZone
        return report
    }
}

extension NewAddress {
    /// One of both; `nil` for neither.
    fileprivate init?(token: String?, subscription: String?, _ oldHash: String?, _ caller: Caller) {
        guard let text = token ?? subscription else { return nil }
        self.init(token: text, isSubscription: token == nil)
        self.oldHash = oldHash
        if case .device = caller { hasSession = false }
    }
}

extension DeviceNews {
    /// Identifiers and numbers, and what an app without an inbox has missed.
    func write(to writer: inout JSONWriter, cursor: String?, ignored: [IgnoredHint]) {
        writer.object { writer in
            writer.member("state", device.state.rawValue)
            if device.pending != nil { writer.member("addressPending", true) }
            writer.member("addressHash", addressHash)
            writer.object("badge") { writer in
                writer.member("count", counts.badge)
                writer.member("version", counts.badgeVersion)
            }
            writer.member("clear", cleared.compactMap(\.id).map(\.description))
            if !tagged.isEmpty {
                writer.array("clearTags", tagged) { writer, push in
                    writer.object { writer in
                        writer.member("id", push.id?.description)
                        writer.member("tag", push.tag)
                    }
                }
            }
            writer.member("configVersion", catalogVersion)
            writer.member("preferencesVersion", preferencesVersion)
            writer.object("missed") { writer in
                writer.member("count", missed.count)
                writer.member("ids", missed.ids.map(\.description))
                writer.member("cursor", orNull: cursor)
                if let items = missed.items {
                    writer.array("items", items) { writer, item in
                        writer.object { writer in
                            writer.member("id", item.item.id.description)
                            writer.member("type", item.item.type.rawValue)
                            writer.member("title", item.content.text.title)
                            writer.member("body", item.content.text.body)
                            writer.member("link", item.content.link)
                        }
                    }
                }
            }
            writer.warnings(ignored)
        }
    }

    /// What the device removes by its tag.
    private var tagged: [ShownPush] { cleared.filter { $0.tag != nil } }
}
