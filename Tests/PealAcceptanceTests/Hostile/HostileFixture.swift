import Testing

/// What the hostile requests are after: a user with a phone in `gss`, and a notification in `match`.
struct HostileFixture: Sendable {
    let sandbox: Sandbox
    let annaToken: String
    let malloryToken: String
    let device: String
    let foreignTrigger: String
    let foreignNotification: String

    /// Puts everything there, once for the suite.
    static func prepare(_ sandbox: Sandbox) async throws {
        try await sandbox.setClock(MatchFixture.noon)
        let anna = try await sandbox.backend("gss").user("anna")
        _ = try await anna.phone()
        try await sandbox.backend("gss").user("mallory")
        try await sandbox.backend("gss").putEntity("event/e1")
        try await sandbox.backend("match").user("anna")
        try await sandbox.backend("match").trigger(MatchFixture.message(to: "anna"))
    }

    /// Finds it again for one request.
    init(_ sandbox: Sandbox) async throws {
        self.sandbox = sandbox
        annaToken = try await sandbox.token("gss", "anna")
        malloryToken = try await sandbox.token("gss", "mallory")
        let gss = sandbox.backend("gss").api, match = sandbox.backend("match").api
        device = try #require(try await gss.get("/api/v1/users/anna/devices")["items"][0]["id"].string)
        foreignTrigger = try #require(try await match.get("/api/v1/triggers")["items"][0]["id"].string)
        foreignNotification = try #require(
            try await match.get("/api/v1/users/anna/notifications")["items"][0]["id"].string
        )
    }

    /// Sends a request; `{device}`, `{trigger}` and `{notification}` in its path stand for what is there.
    func send(_ request: HostileRequest) async throws -> Reply {
        let path = request.path.replacing("{device}", with: device).replacing("{trigger}", with: foreignTrigger)
            .replacing("{notification}", with: foreignNotification)
        let caller = APICaller(url: sandbox.url, credential: credential(request.credential))
        var headers = request.headers
        if case .header(let make) = request.credential { headers.append(("authorization", make(annaToken))) }
        return try await caller.send(raw: request.method, path, request.body, headers: headers)
    }

    private func credential(_ credential: HostileRequest.Credential) -> String? {
        switch credential {
        case .gss: "sk_test_gss"
        case .match: "sk_test_match"
        case .anna: annaToken
        case .mallory: malloryToken
        case .nobody, .header: nil
        }
    }

    /// Everything a refused request could have changed.
    func state() async throws -> [JSON] {
        let gss = sandbox.backend("gss").api, match = sandbox.backend("match").api
        let exported = try await gss.get("/api/v1/users/anna/export")
        return [
            exported.with("preferences", exported["preferences"].without("syncedAt")),
            try await gss.get("/api/v1/triggers"), try await match.get("/api/v1/triggers"),
            try await gss.get("/api/v1/entities/event/e1"), try await gss.get("/api/v1/entities/event/e1/members"),
            try await match.get("/api/v1/users/anna/export").without("preferences"),
            try await gss.get("/api/v1/catalog")["version"],
        ]
    }
}
