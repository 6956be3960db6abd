import Testing

/// A way in which a user gets no push, and the word for it.
struct WhyCase: Sendable, CustomTestStringConvertible {
    let reason: String
    /// The stage that stood in the way; `nil` when it was no stage of the decision.
    let stage: String?
    /// Makes it happen to the user `anna`.
    let arrange: @Sendable (Sandbox) async throws -> AppEvent

    var testDescription: String { reason }

    private static func kudos(_ sandbox: Sandbox, to user: String = "anna", actor: String? = nil) async throws
        -> AppEvent
    {
        var body: JSON = ["type": "kudos", "to": ["users": ["\(user)"]], "data": GSSKind.kudos]
        if let actor { body["actor"] = ["id": "\(actor)"] }
        return try await sandbox.backend("gss").trigger(body)
    }

    private static func anna(_ sandbox: Sandbox, app: String = "gss") async throws -> SignedInUser {
        try await sandbox.backend(app).user("anna", ["timeZone": "America/New_York"])
    }

    static let all: [WhyCase] = decided + later

    /// What a decision says at once.
    private static let decided: [WhyCase] = [
        WhyCase(reason: "actor-excluded", stage: "audience") { sandbox in
            _ = try await anna(sandbox).phone()
            return try await kudos(sandbox, actor: "anna")
        },
        WhyCase(reason: "unknown-user", stage: "audience") { try await kudos($0) },
        WhyCase(reason: "category-disabled", stage: "preference") { sandbox in
            try await anna(sandbox).setCategory("kudos", enabled: false)
            return try await kudos(sandbox)
        },
        WhyCase(reason: "channel-disabled", stage: "preference") { sandbox in
            try await anna(sandbox).setPreferences(["globalSettings": ["pushEnabled": false]])
            return try await kudos(sandbox)
        },
        WhyCase(reason: "muted", stage: "mute") { sandbox in
            try await anna(sandbox).mute(["scope": "category", "id": "kudos", "for": "PT1H"])
            return try await kudos(sandbox)
        },
        WhyCase(reason: "permission-denied", stage: "device") { sandbox in
            _ = try await anna(sandbox).phone(permission: "denied")
            return try await kudos(sandbox)
        },
        WhyCase(reason: "no-device", stage: "device") { sandbox in
            _ = try await anna(sandbox)
            return try await kudos(sandbox)
        },
        WhyCase(reason: "capability-missing", stage: "device") { sandbox in
            _ = try await anna(sandbox, app: "nhs").phone()
            return try await sandbox.backend("nhs").trigger(
                NHSFixture.session("s", org: "o").with("to", ["users": ["anna"]])
            )
        },
        WhyCase(reason: "quiet-hours", stage: "quiet-hours") { sandbox in
            _ = try await anna(sandbox, app: "match").phone()
            return try await sandbox.backend("match").trigger(MatchFixture.message(to: "anna"))
        },
    ]

    /// What comes to be said later.
    private static let later: [WhyCase] = [
        WhyCase(reason: "expired", stage: "route") { sandbox in
            try await DSoberFixture.observeQuietNights(sandbox.backend("dsober"))
            let anna = try await anna(sandbox, app: "dsober")
            _ = try await anna.phone()
            try await anna.setPreferences(["quietHours": ["enabled": true]])
            // Held at 23:00 with an hour to live: at 08:00 nobody needs it.
            let event = try await sandbox.backend("dsober").trigger([
                "type": "ride-picked-up", "entity": "ride/r", "to": ["users": ["anna"]], "data": ["driver": "Morgan"],
            ])
            try await sandbox.advance("PT12H")
            return event
        },
        WhyCase(reason: "cancelled", stage: nil) { sandbox in
            _ = try await anna(sandbox, app: "match").phone()
            let event = try await sandbox.backend("match").trigger(MatchFixture.message(to: "anna"))
            _ = try await sandbox.backend("match").api.delete("/api/v1/triggers/\(event.id)")
            return event
        },
        WhyCase(reason: "resolved-elsewhere", stage: nil) { sandbox in
            _ = try await anna(sandbox, app: "match").phone()
            let event = try await sandbox.backend("match").trigger(MatchFixture.message(to: "anna"))
            _ = try await sandbox.backend("match").api.post(
                "/api/v1/notifications/resolve",
                ["user": "anna", "thread": "conversation/c1"]
            )
            return event
        },
    ]
}
