import Testing

/// Something that happens to a held push before its morning, and what becomes of it.
struct HeldChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reason: String
    /// Makes it happen to `anna`'s message in the conversation `c1`.
    let happen: @Sendable (AppEvent, SignedInUser, Phone) async throws -> Void

    private init(
        _ name: String,
        _ reason: String,
        _ happen: @escaping @Sendable (AppEvent, SignedInUser, Phone) async throws -> Void
    ) {
        testDescription = name
        self.reason = reason
        self.happen = happen
    }

    /// Those that the rules find when a push that was tried is asked about again.
    static let late = all.filter { !["no-device", "resolved-elsewhere", "cancelled"].contains($0.reason) }

    static let all: [HeldChange] = [
        HeldChange("everything muted (R091)", "muted") { _, anna, _ in
            try await anna.mute(["scope": "all", "for": "P1D"])
        },
        HeldChange("the conversation muted (R090)", "muted") { _, anna, _ in
            try await anna.mute(["scope": "thread", "id": "conversation/c1", "for": nil])
        },
        HeldChange("the category muted", "muted") { _, anna, _ in
            try await anna.mute(["scope": "category", "id": "messages", "for": "P1D"])
        },
        HeldChange("the category off", "category-disabled") { _, anna, _ in
            try await anna.setCategory("messages", enabled: false)
        },
        HeldChange("push off", "channel-disabled") { _, anna, _ in
            try await anna.setPreferences(["globalSettings": ["pushEnabled": false]])
        },
        HeldChange("permission denied", "permission-denied") { _, anna, phone in
            _ = try await anna.api.patch("/api/v1/users/me/devices/\(phone.device)", ["permission": "denied"])
        },
        HeldChange("logged out", "no-device") { _, anna, phone in
            _ = try await anna.api.delete("/api/v1/users/me/devices/\(phone.device)")
        },
        HeldChange("the type off", "type-disabled") { event, _, _ in
            try await CatalogFile(backend: event.backend).publish(
                ("  message:\n", "  message:\n    enabled: false\n")
            )
        },
        HeldChange("read on another device (R165)", "resolved-elsewhere") { _, anna, _ in
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.patch("/api/v1/notifications/\(id)/read", [:])
        },
        HeldChange("dismissed", "resolved-elsewhere") { _, anna, _ in
            let id = try #require(try await anna.inbox().first?["id"].string)
            _ = try await anna.api.post("/api/v1/notifications/\(id)/dismissed")
        },
        HeldChange("cancelled", "cancelled") { event, _, _ in
            _ = try await event.backend.api.delete("/api/v1/triggers/\(event.id)")
        },
    ]
}
