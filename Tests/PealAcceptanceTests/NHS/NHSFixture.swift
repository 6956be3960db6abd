import Testing

extension JSON {
    /// A trigger about an entity of an organisation, both of which come with it (S2.10.1).
    func about(_ ref: String, org: String = "o1") -> JSON {
        with("entity", "\(ref)").with("entities", ["org/\(org)": [:], "\(ref)": ["parent": "org/\(org)"]])
    }
}

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
            "entities": ["org/\(org)": [:], "announcement/\(id)": ["parent": "org/\(org)"]],
            "data": ["title": "Meeting moved to Thursday", "preview": "We meet in room 12."],
        ]
    }

    /// An announcement for one member.
    static func announcement(_ id: String, to user: String) -> JSON {
        let trigger: JSON = [
            "type": "announcement", "to": ["users": ["\(user)"]],
            "data": ["title": "Announcement \(id)", "preview": "Read me"],
        ]
        return trigger.about("announcement/\(id)")
    }

    static func session(_ id: String, org: String) -> JSON {
        [
            "type": "ble-session-started", "entity": "session/\(id)",
            "entities": ["org/\(org)": [:], "session/\(id)": ["parent": "org/\(org)"]],
            "data": ["event": "Weekly meeting", "duration": "PT15M"],
        ]
    }

    /// An event for one member.
    static func event(_ id: String, to user: String) -> JSON {
        let trigger: JSON = [
            "type": "event-created", "to": ["users": ["\(user)"]],
            "data": ["title": "Food drive", "startsAt": "2030-02-01T17:00:00Z", "location": "Gym"],
        ]
        return trigger.about("event/\(id)")
    }

    /// An attendance session for one member.
    static func session(_ id: String, to user: String) -> JSON {
        let trigger: JSON = [
            "type": "ble-session-started", "to": ["users": ["\(user)"]],
            "data": ["event": "Weekly meeting", "duration": "PT15M"],
        ]
        return trigger.about("session/\(id)")
    }

    /// A trigger of a type, about an entity of an organisation; what is about one member names them.
    static func trigger(_ type: String, _ id: String, org: String, to user: String) -> JSON {
        let named: JSON = ["users": ["\(user)"]]
        return switch type {
        case "announcement": announcement(id, org: org)
        case "event-created": event(id, to: user).about("event/\(id)", org: org)
        case "hours-approved": approval(id, of: user).about("hours-request/\(id)", org: org)
        case "hours-rejected":
            (["type": "hours-rejected", "to": named] as JSON)
                .with("data", ["hours": 2, "activity": "Park clean-up", "reason": "The signature is missing."])
                .about("hours-request/\(id)", org: org)
        default: session(id, org: org)
        }
    }

    /// The same trigger about another entity of the same type.
    static func again(_ trigger: JSON) -> JSON {
        trigger.about((trigger["entity"].string ?? "") + "-again")
    }

    /// Approved hours of one member.
    static func approval(_ request: String, of user: String, hours: JSON = 2) -> JSON {
        let trigger: JSON = [
            "type": "hours-approved", "to": ["users": ["\(user)"]],
            "data": ["hours": hours, "activity": "Park clean-up"],
        ]
        return trigger.about("hours-request/\(request)")
    }

    /// Makes an organisation with members.
    static func organisation(_ org: String, members: [String], on backend: Backend) async throws -> [SignedInUser] {
        try await backend.putEntity("org/\(org)")
        var users: [SignedInUser] = []
        for user in members {
            users.append(try await backend.user(user, ["timeZone": "America/Chicago"]))
            try await backend.putMember(user, of: "org/\(org)", ["role": "member"])
        }
        return users
    }
}
