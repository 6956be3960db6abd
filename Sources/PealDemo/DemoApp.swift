import PealCore

/// One app of the demo: its users, its things, and what may happen.
struct DemoApp: Sendable {
    var id: AppID
    var name: String
    var tagline: String
    /// The colour of its page, `#rrggbb`.
    var accent: String
    /// The zone the page tells the time in.
    var timeZone: String
    /// The push service that phones of a platform have.
    var pushServices = Self.servicesOfPlatforms
    var users: [DemoUser]
    /// What there is at the start, parents before children.
    var entities: [DemoEntity]
    /// The page of the board that a host follows; `nil` for an app without one.
    var board: String?
    /// What may happen, told at a moment.
    var events: @Sendable (DemoMoment) -> [DemoEvent]

    /// The service of each platform's maker.
    static let servicesOfPlatforms: [Platform: ProviderID] = [
        .ios: ProviderID(rawValue: "apns"), .android: ProviderID(rawValue: "fcm"),
        .web: ProviderID(rawValue: "webpush"),
    ]

    /// The service of an app that is built with Expo.
    static let servicesOfExpo: [Platform: ProviderID] = [
        .ios: ProviderID(rawValue: "expo"), .android: ProviderID(rawValue: "expo"),
        .web: ProviderID(rawValue: "webpush"),
    ]

    /// As the page reads it.
    /// - Parameters:
    ///   - moment: what the times of the events are near to.
    ///   - phones: the phones of each user as they stand.
    /// - Returns: the app's part of the scenario.
    func json(at moment: DemoMoment, phones: [UserID: [DemoPhoneState]]) -> JSONValue {
        .object([
            "app": .string(id.rawValue), "name": .string(name), "tagline": .string(tagline),
            "accent": .string(accent), "board": board.map(JSONValue.string) ?? .null, "timeZone": .string(timeZone),
            "people": .array(users.map { $0.json(phones: phones[$0.id] ?? []) }),
            "entities": .array(entities.map(\.json)), "events": .array(events(moment).map(\.json)),
        ])
    }
}
