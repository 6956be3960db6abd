import Testing

/// An event of a sandbox of its own: it starts at 18:00, and the clock shows 16:30 when it is put.
struct EtaEvent: Sendable {
    let sandbox: Sandbox
    let gss: Backend
    let host: SignedInUser
    let ann: SignedInUser
    let ben: SignedInUser

    static let putAt = "2026-11-20T16:30:00Z"
    private static let startsAt = "2026-11-20T18:00:00Z"
    let path = "/api/v1/events/run"
    let channel = "event:run:eta"

    /// Runs a test with an event that Ann and Ben have confirmed.
    /// - Parameters:
    ///   - isAsked: whether the reminder is sent first, at 17:00.
    ///   - body: the test.
    /// - Throws: what the test throws.
    static func run(isAsked: Bool = true, _ body: @escaping @Sendable (EtaEvent) async throws -> Void) async throws {
        try await withSandbox(at: putAt) { sandbox in
            let gss = sandbox.backend("gss")
            let event = EtaEvent(
                sandbox: sandbox,
                gss: gss,
                host: try await gss.user("hana", ["name": "Hana"]),
                ann: try await gss.user("ann", ["name": "Ann", "attributes": ["phone": "+49 30 1", "secret": "x"]]),
                ben: try await gss.user("ben", ["name": "Ben", "locale": "de"])
            )
            try await event.start(at: startsAt)
            try await gss.putMember("hana", of: "event/run", ["role": "host"])
            for user in ["ann", "ben"] { try await event.rsvp(user, "confirmed") }
            if isAsked { try await sandbox.advance("PT30M") }
            try await body(event)
        }
    }

    /// Puts the event with another start.
    func start(at instant: String) async throws {
        let attributes: JSON = ["event": "Lunch run", "place": "Town park"]
        try await gss.putEntity("event/run", ["times": ["startsAt": "\(instant)"], "attributes": attributes])
    }

    /// Puts a participant's RSVP.
    func rsvp(_ user: String, _ status: String, _ attributes: JSON = [:]) async throws {
        let member: JSON = ["role": "participant", "status": "\(status)", "attributes": attributes]
        try await gss.putMember(user, of: "event/run", member)
    }

    /// Sends a reply.
    func reply(_ user: SignedInUser, _ body: JSON, headers: [(String, String)] = []) async throws -> Reply {
        try await user.api.send("POST", "\(path)/eta", body, headers: headers)
    }

    /// The host's board.
    func board() async throws -> JSON { try await host.api.get("\(path)/participants/eta") }

    /// A participant's row of the board.
    func row(_ user: String) async throws -> JSON {
        try #require(try await board()["participants"].items.first { $0["userId"].string == user })
    }
}
