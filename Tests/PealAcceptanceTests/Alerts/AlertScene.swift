/// An app with a receiver of its alerts.
struct AlertScene: Sendable {
    let backend: Backend
    let receiver: Receiver

    var sandbox: Sandbox { backend.sandbox }

    /// Runs a test at noon, or where a sandbox is that runs already.
    /// - Parameters:
    ///   - app: the app.
    ///   - settings: what its catalog says of rules, in YAML; only of `gss`.
    ///   - body: the test.
    /// - Throws: what the test throws.
    static func run(
        _ app: String = "gss",
        _ settings: String = "",
        _ body: @escaping @Sendable (AlertScene) async throws -> Void
    ) async throws {
        try await withSandbox(at: "2030-01-15T12:00:00Z") { sandbox in
            try await run(in: sandbox.backend(app), settings, body)
        }
    }

    static func run(
        in backend: Backend,
        _ settings: String = "",
        _ body: @escaping @Sendable (AlertScene) async throws -> Void
    ) async throws {
        if !settings.isEmpty {
            try await CatalogFile(backend: backend).publish(("alerts: [", "alerts: [\(settings), "))
        }
        try await Receiver.run { receiver in
            let webhook: JSON = ["url": "\(receiver.url)", "types": ["alert.fired", "alert.resolved"]]
            _ = try await backend.api.send("POST", "/api/v1/webhooks", webhook).expecting(201)
            try await body(AlertScene(backend: backend, receiver: receiver))
        }
    }

    /// What fired so far, as `rule` or `rule/subject`.
    var fired: [String] { named("alert.fired") }
    /// What was resolved so far.
    var resolved: [String] { named("alert.resolved") }

    private func named(_ type: String) -> [String] {
        receiver.calls.filter { $0.type == type }.map { call in
            let data = call.json["data"]
            return [data["rule"].string, data["subject"].string].compactMap(\.self).joined(separator: "/")
        }.sorted()
    }

    /// Whether `/metrics` shows an alert.
    func isShown(_ rule: String, _ subject: String = "") async throws -> Bool {
        let labels = "app=\"\(backend.app)\",rule=\"\(rule)\",subject=\"\(subject)\""
        return try await sandbox.metric("peal_alert_firing{\(labels)}") == "1"
    }

    /// Waits for what has fired to resolve itself: until hours have passed, and the figure has been right for long enough.
    func pass(_ durations: String...) async throws {
        for duration in durations + ["PT10S", "PT6M"] { try await sandbox.advance(duration) }
    }

    /// Kudos for some users.
    func kudos(_ users: [String]) async throws {
        try await backend.trigger(["type": "kudos", "to": ["users": .list(users)], "data": GSSKind.kudos])
    }
}
