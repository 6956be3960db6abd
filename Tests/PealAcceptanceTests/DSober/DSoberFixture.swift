/// The designated-driver app: a group with admins, and an event of it.
enum DSoberFixture {
    static let sepData: JSON = ["driver": "Morgan", "event": "Spring formal", "failedAt": "2030-01-15T22:10:00Z"]

    /// Puts a group with its admins and drivers, and an event in it named like the group.
    static func group(_ group: String, admins: [String], drivers: [String] = [], on backend: Backend) async throws
        -> [SignedInUser]
    {
        try await backend.putEntity("group/\(group)")
        try await backend.putEntity("event/\(group)", ["parent": "group/\(group)"])
        var users: [SignedInUser] = []
        for (user, role) in admins.map({ ($0, "admin") }) + drivers.map({ ($0, "dd") }) {
            users.append(try await backend.user(user, ["timeZone": "America/New_York"]))
            try await backend.putMember(user, of: "group/\(group)", ["role": "\(role)"])
        }
        return users
    }

    /// Publishes the quiet hours that the shipped catalog leaves off.
    static func observeQuietNights(_ dsober: Backend) async throws {
        try await CatalogFile(backend: dsober).publish(("  quietHours: false", "  quietHours: true"))
    }

    /// Puts a group and an event named like an entity, and the entity below the event.
    static func put(_ ref: String, _ body: JSON = [:], on backend: Backend) async throws {
        let name = ref.drop { $0 != "/" }.dropFirst()
        try await backend.putEntity("group/\(name)")
        try await backend.putEntity("event/\(name)", ["parent": "group/\(name)"])
        if !ref.hasPrefix("event/") { try await backend.putEntity(ref, body.with("parent", "event/\(name)")) }
    }

    static func sepFailed(_ group: String, actor: String? = nil) -> JSON {
        var body: JSON = ["type": "sep-failed", "entity": "event/\(group)", "data": sepData]
        if let actor { body["actor"] = ["id": "\(actor)", "kind": "user"] }
        return body
    }

    static func rideRequested(_ ride: String, to users: String...) -> JSON {
        [
            "type": "ride-requested", "entity": "ride/\(ride)", "to": ["users": .list(users)],
            "data": ["rider": "Riley", "pickup": "12 Elm Street", "requestedAt": "2030-01-15T23:30:00Z"],
        ]
    }
}
