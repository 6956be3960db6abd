import Testing

/// Triggers of the school app, and an organisation to send them to.
enum NHSFixture {
    /// Publishes quiet hours from ten to eight, which the shipped catalog leaves to the device.
    static func observeQuietNights(_ nhs: Backend, _ edits: (String, String)...) async throws {
        var yaml = try await CatalogFile(backend: nhs).edited(
            ("  quietHours: false", "  quietHours: true"),
            ("providers:", "quietHours: {default: {start: \"22:00\", end: \"08:00\"}, action: defer}\nproviders:")
        )
        for (old, new) in edits {
            try #require(yaml.contains(old), "no such part: \(old)")
            yaml = yaml.replacing(old, with: new, maxReplacements: 1)
        }
        _ = try await CatalogFile(backend: nhs).send("PUT", "", yaml).expecting(200)
    }

    static func announcement(_ id: String, org: String) -> JSON {
        [
            "type": "announcement", "entity": "announcement/\(id)",
            "entities": ["announcement/\(id)": ["parent": "org/\(org)"]],
            "data": ["title": "Meeting moved to Thursday", "preview": "We meet in room 12."],
        ]
    }

    static func session(_ id: String, org: String) -> JSON {
        [
            "type": "ble-session-started", "entity": "session/\(id)",
            "entities": ["session/\(id)": ["parent": "org/\(org)"]],
            "data": ["event": "Weekly meeting", "duration": "PT15M"],
        ]
    }

    /// Makes an organisation with members.
    static func organisation(_ org: String, members: [String], on backend: Backend) async throws -> [Person] {
        try await backend.putEntity("org/\(org)")
        var people: [Person] = []
        for user in members {
            people.append(try await backend.person(user, ["timeZone": "America/Chicago"]))
            try await backend.putMember(user, of: "org/\(org)", ["role": "member"])
        }
        return people
    }
}
