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
    var pushServices: [Platform: ProviderID]
    var users: [DemoUser]
    /// What there is at the start, parents before children.
    var entities: [DemoEntity]
    /// The page of the board that a host follows; `nil` for an app without one.
    var board: String?
    /// What may happen, in the order of the buttons.
    var events: [DemoEvent]

    /// The service of each platform's maker.
    static let servicesOfPlatforms: [Platform: ProviderID] = [
        .ios: ProviderID(rawValue: "apns"), .android: ProviderID(rawValue: "fcm"),
        .web: ProviderID(rawValue: "webpush"),
    ]

    /// With a zone for each `$hour:` of its own and of its users.
    ///
    /// `now` is the demo's clock at the start.
    func located(at now: Timestamp) -> DemoApp {
        var app = self
        if let zone = DemoZone.named(timeZone, at: now) { app.timeZone = zone.name }
        app.users = users.map { $0.located(at: now) }
        return app
    }

    /// The moment that its events are told at.
    /// - Parameters:
    ///   - now: the demo's clock.
    ///   - stored: the times of an entity in the store.
    /// - Returns: the moment, with the times of the app's entities.
    func moment(at now: Timestamp, stored: (EntityRef) -> [String: Timestamp]) -> DemoMoment {
        var moment = DemoMoment(now: now)
        for thing in entities { moment.entities[thing.ref] = thing.times(at: now, stored: stored(thing.ref)) }
        return moment
    }

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
            "entities": .array(entities.map(\.json)), "events": .array(events.map { $0.json(at: moment) }),
        ])
    }
}
