import Testing

/// Something that keeps a push from a user, the rule behind it, and the change that lets the next push go.
struct CounterfactualCase: Sendable, CustomTestStringConvertible {
    let name: String
    let app: String
    /// The reason's word, and where the rule stands; `nil` where no rule of the catalog decided.
    let reason: String
    let rule: String?
    /// The codes of the changes that the answer must name.
    let counterfactuals: [String]
    /// Makes it so.
    let arrange: @Sendable (SignedInUser) async throws -> Void
    /// Does what the answer says.
    let mend: @Sendable (SignedInUser) async throws -> Void

    var testDescription: String { name }

    init(
        _ name: String,
        app: String = "gss",
        reason: String,
        rule: String?,
        counterfactuals: String...,
        arrange: @escaping @Sendable (SignedInUser) async throws -> Void,
        mend: @escaping @Sendable (SignedInUser) async throws -> Void
    ) {
        self.name = name
        self.app = app
        self.reason = reason
        self.rule = rule
        self.counterfactuals = counterfactuals
        self.arrange = arrange
        self.mend = mend
    }

    /// A trigger for the user, the n-th of its test.
    func trigger(_ number: Int, for user: SignedInUser) -> JSON {
        switch app {
        case "nhs": NHSFixture.session("\(user.user)-\(number)", org: "o").with("to", ["users": ["\(user.user)"]])
        case "match": MatchFixture.message(to: user.user)
        default: ["type": "kudos", "to": ["users": ["\(user.user)"]], "data": GSSKind.kudos]
        }
    }

    static let all: [CounterfactualCase] = preferences + devices + times

    private static let preferences: [CounterfactualCase] = [
        CounterfactualCase(
            "category off",
            reason: "category-disabled",
            rule: "categories.kudos",
            counterfactuals: "category-on"
        ) {
            _ = try await $0.phone()
            try await $0.setCategory("kudos", enabled: false)
        } mend: {
            try await $0.setCategory("kudos", enabled: true)
        },
        CounterfactualCase(
            "push off at all",
            reason: "channel-disabled",
            rule: "categories.kudos",
            counterfactuals: "push-on"
        ) {
            _ = try await $0.phone()
            try await $0.setPreferences(["globalSettings": ["pushEnabled": false]])
        } mend: {
            try await $0.setPreferences(["globalSettings": ["pushEnabled": true]])
        },
        CounterfactualCase(
            "push off in the category",
            reason: "channel-disabled",
            rule: "categories.kudos",
            counterfactuals: "category-push-on"
        ) {
            _ = try await $0.phone()
            try await $0.setPreferences(["categories": ["kudos": ["channels": ["push": false]]]])
        } mend: {
            try await $0.setPreferences(["categories": ["kudos": ["channels": ["push": true]]]])
        },
        CounterfactualCase("category muted", reason: "muted", rule: nil, counterfactuals: "unmute") {
            _ = try await $0.phone()
            try await $0.mute(["scope": "category", "id": "kudos", "for": "PT1H"])
        } mend: {
            try await $0.unmuteAll()
        },
        CounterfactualCase("muted twice", reason: "muted", rule: nil, counterfactuals: "unmute", "unmute") {
            _ = try await $0.phone()
            try await $0.mute(["scope": "category", "id": "kudos", "for": "PT1H"])
            try await $0.mute(["scope": "all", "for": nil])
        } mend: {
            try await $0.unmuteAll()
        },
    ]

    private static let devices: [CounterfactualCase] = [
        CounterfactualCase("not permitted", reason: "permission-denied", rule: nil, counterfactuals: "permission") {
            _ = try await $0.phone(permission: "denied")
        } mend: {
            try await $0.changeDevices(["permission": "granted"])
        },
        CounterfactualCase("no device", reason: "no-device", rule: nil, counterfactuals: "device") { _ in
        } mend: {
            _ = try await $0.phone()
        },
        CounterfactualCase("device switched off", reason: "no-device", rule: nil, counterfactuals: "device-active") {
            _ = try await $0.phone()
            try await $0.changeDevices(["enabled": false])
        } mend: {
            try await $0.changeDevices(["enabled": true])
        },
        CounterfactualCase(
            "capability",
            app: "nhs",
            reason: "capability-missing",
            rule: "types.ble-session-started.requires.capability",
            counterfactuals: "capability"
        ) {
            _ = try await $0.phone(capabilities: ["bluetooth": "denied"])
        } mend: {
            try await $0.changeDevices(["capabilities": ["bluetooth": "granted"]])
        },
        CounterfactualCase(
            "category off and not permitted",
            reason: "category-disabled",
            rule: "categories.kudos",
            counterfactuals: "category-on",
            "permission"
        ) {
            _ = try await $0.phone(permission: "denied")
            try await $0.setCategory("kudos", enabled: false)
        } mend: {
            try await $0.setCategory("kudos", enabled: true)
            try await $0.changeDevices(["permission": "granted"])
        },
    ]

    private static let times: [CounterfactualCase] = [
        CounterfactualCase(
            "quiet hours",
            app: "match",
            reason: "quiet-hours",
            rule: "quietHours.action",
            counterfactuals: "quiet-hours-off"
        ) {
            _ = try await $0.phone()
        } mend: {
            try await $0.setPreferences(["quietHours": ["enabled": false]])
        },
        CounterfactualCase(
            "throttled",
            app: "match",
            reason: "throttled",
            rule: "types.message.throttle",
            counterfactuals: "later"
        ) { user in
            _ = try await user.phone()
            try await user.setPreferences(["quietHours": ["enabled": false]])
            for _ in 0..<10 {
                try await user.sandbox.backend("match").trigger(MatchFixture.message(to: user.user))
            }
        } mend: {
            try await $0.sandbox.advance("PT11M")
        },
    ]
}

extension SignedInUser {
    /// Changes every device of theirs.
    func changeDevices(_ change: JSON) async throws {
        for device in try await devices() {
            _ = try await api.patch("/api/v1/users/me/devices/\(try #require(device["id"].string))", change)
        }
    }

    func unmuteAll() async throws {
        for mute in try await preferences()["mutes"].items {
            _ = try await api.delete("/api/v1/users/me/mutes/\(try #require(mute["id"].string))")
        }
    }
}
