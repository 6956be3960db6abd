public import PealCore

/// The body of `PUT …/notification-preferences`: what is absent stays (R086), and `null` withdraws what was chosen.
public struct PreferencesBody: RequestBody, Sendable {
    /// Global switches by channel; `nil` withdraws the choice.
    public var global: [Channel: Bool?]
    /// Changes by category key; ``FieldPatch/remove`` withdraws what was chosen in any.
    public var categories: FieldPatch<[String: CategoryPreferenceBody]>
    /// Changes of quiet hours.
    public var quietHours: QuietHoursBody?
    /// When the user made the change; absent is now.
    public var updatedAt: Timestamp?

    /// How it is read: members of the answer that nobody can change are passed over, so that it can be sent back.
    public static var shape: Shape<PreferencesBody> {
        .object { object in
            object.ignore("userId", "syncedAt", "mutes", "enabledCount", "version")
            return PreferencesBody(
                global: object.switches("globalSettings", suffix: "Enabled"),
                categories: object.patch("categories", .map(.category, atMost: 100)),
                quietHours: object.patch("quietHours", QuietHoursBody.shape).value(orRemoved: .withdrawingAll),
                updatedAt: object.clientTime("updatedAt")
            )
        }
    }
}

/// The body of `PATCH …/notification-preferences/category/{key}`, and of a category inside the whole object.
public struct CategoryPreferenceBody: RequestBody, Sendable {
    /// The whole category.
    public var enabled: FieldPatch<Bool>
    /// Single channels; `nil` withdraws the choice.
    public var channels: [Channel: Bool?]
    /// When the user made the change; absent is now.
    public var updatedAt: Timestamp?

    /// How it is read.
    public static var shape: Shape<CategoryPreferenceBody> {
        .object { object in
            object.ignore("locked", "lockReason", "title", "description", "icon", "name")
            return CategoryPreferenceBody(
                enabled: object.patch("enabled", .bool),
                channels: object.switches("channels"),
                updatedAt: object.clientTime("updatedAt")
            )
        }
    }
}

/// Changes of quiet hours.
public struct QuietHoursBody: RequestBody, Sendable {
    /// Whether they are observed.
    public var enabled: FieldPatch<Bool>
    /// The first quiet minute.
    public var start: FieldPatch<LocalTime>
    /// The first minute after.
    public var end: FieldPatch<LocalTime>
    /// The zone they are in.
    public var timeZone: FieldPatch<String>

    /// Withdraws all of it.
    fileprivate static let withdrawingAll = QuietHoursBody(
        enabled: .remove,
        start: .remove,
        end: .remove,
        timeZone: .remove
    )

    /// How it is read.
    public static var shape: Shape<QuietHoursBody> {
        .object { object in
            object.ignore("editable")
            return QuietHoursBody(
                enabled: object.patch("enabled", .bool),
                start: object.patch("start", .localTime),
                end: object.patch("end", .localTime),
                timeZone: object.quietZone()
            )
        }
    }
}

extension CategoryPreferenceBody {
    /// Withdraws what was chosen in a category.
    /// - Parameters:
    ///   - channels: all channels of the app.
    ///   - instant: when; `nil` is the time of the whole change.
    /// - Returns: the body.
    public static func withdrawingAll(of channels: [Channel], at instant: Timestamp? = nil) -> CategoryPreferenceBody {
        let channels = Dictionary(channels.map { ($0, Bool?.none) }) { first, _ in first }
        return CategoryPreferenceBody(enabled: .remove, channels: channels, updatedAt: instant)
    }
}

extension Shape where Value == CategoryPreferenceBody {
    /// A category inside the whole object; `null` withdraws what was chosen in it.
    fileprivate static var category: Shape {
        Shape { json, path in
            guard json == .null else { return CategoryPreferenceBody.shape.read(json, path) }
            return .withdrawingAll(of: path.rules.switchedChannels)
        }
    }
}

extension ReadingRules {
    /// The channels that have switches.
    public var switchedChannels: [Channel] { [.email, .inApp, .push] + providers.channels.ids }
}

extension ObjectReader {
    /// A switch for each channel, by the channel's name and a suffix; `null`, also in place of the object, withdraws choices.
    fileprivate func switches(_ name: String, suffix: String = "") -> [Channel: Bool?] {
        let shape = Shape<[Channel: Bool?]>.object { object in
            var switches: [Channel: Bool?] = [:]
            for channel in object.rules.switchedChannels {
                switch object.patch(channel.rawValue + suffix, .bool) {
                case .keep: break
                case .remove: switches[channel] = .some(nil)
                case .set(let value): switches[channel] = .some(value)
                }
            }
            return switches
        }
        switch patch(name, shape) {
        case .keep: return [:]
        case .remove: return Dictionary(rules.switchedChannels.map { ($0, Bool?.none) }) { first, _ in first }
        case .set(let switches): return switches
        }
    }
}

extension FieldPatch {
    /// The new value, or another one in place of what is removed; `nil` when the stored one stays.
    fileprivate func value(orRemoved removed: Value) -> Value? {
        if case .remove = self { removed } else { value }
    }
}
