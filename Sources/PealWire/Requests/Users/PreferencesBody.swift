public import PealCore

/// The body of `PUT …/notification-preferences`: what is absent stays (R086).
public struct PreferencesBody: RequestBody, Sendable {
    /// Global switches by channel.
    public var global: [Channel: Bool]
    /// Changes by category key.
    public var categories: [String: CategoryPreferenceBody]
    /// Changes of quiet hours.
    public var quietHours: QuietHoursBody?
    /// When the user made the change; absent is now.
    public var updatedAt: Timestamp?

    /// How it is read: members of the answer that nobody can change are passed over, so that it can be sent back.
    public static var shape: Shape<PreferencesBody> {
        .object { object in
            object.ignore("userId", "syncedAt", "mutes", "enabledCount", "version")
            return PreferencesBody(
                global: object.optional("globalSettings", .globalSettings) ?? [:],
                categories: object.optional("categories", .map(CategoryPreferenceBody.shape, atMost: 100)) ?? [:],
                quietHours: object.optional("quietHours", QuietHoursBody.shape),
                updatedAt: object.clientTime("updatedAt")
            )
        }
    }
}

/// The body of `PATCH …/notification-preferences/category/{key}`, and of a category inside the whole object.
public struct CategoryPreferenceBody: RequestBody, Sendable {
    /// The whole category.
    public var enabled: Bool?
    /// Single channels.
    public var channels: [Channel: Bool]
    /// When the user made the change; absent is now.
    public var updatedAt: Timestamp?

    /// How it is read.
    public static var shape: Shape<CategoryPreferenceBody> {
        .object { object in
            object.ignore("locked", "lockReason", "title", "description", "icon", "name")
            return CategoryPreferenceBody(
                enabled: object.optional("enabled", .bool),
                channels: object.optional("channels", .channels) ?? [:],
                updatedAt: object.clientTime("updatedAt")
            )
        }
    }
}

/// Changes of quiet hours.
public struct QuietHoursBody: RequestBody, Sendable {
    /// Whether they are observed.
    public var enabled: Bool?
    /// The first quiet minute.
    public var start: LocalTime?
    /// The first minute after.
    public var end: LocalTime?
    /// The zone they are in.
    public var timeZone: String?

    /// How it is read.
    public static var shape: Shape<QuietHoursBody> {
        .object { object in
            object.ignore("editable")
            return QuietHoursBody(
                enabled: object.optional("enabled", .bool),
                start: object.optional("start", .localTime),
                end: object.optional("end", .localTime),
                timeZone: object.quietZone()
            )
        }
    }
}

extension Shape where Value == [Channel: Bool] {
    fileprivate static var channels: Shape { switches(suffix: "") }

    fileprivate static var globalSettings: Shape { switches(suffix: "Enabled") }

    /// Reads a switch for each channel, by the channel's name and a suffix.
    private static func switches(suffix: String) -> Shape {
        .object { object in
            var switches: [Channel: Bool] = [:]
            let channels = [.email, .inApp, .push] + object.rules.providers.channels.ids
            for channel in channels {
                if let value = object.optional(channel.rawValue + suffix, .bool) { switches[channel] = value }
            }
            return switches
        }
    }
}
