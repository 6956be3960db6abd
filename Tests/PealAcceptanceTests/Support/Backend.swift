import Testing

/// An app's backend: says what is and what happened.
struct Backend: Sendable {
    let sandbox: Sandbox
    let app: String
    let api: APICaller

    init(sandbox: Sandbox, app: String, key: String) {
        self.sandbox = sandbox
        self.app = app
        api = APICaller(url: sandbox.url, credential: key)
    }

    /// Puts a user and signs them in.
    @discardableResult
    func user(_ user: String, _ body: JSON = [:], signedInFor: String = "P30D") async throws -> SignedInUser {
        _ = try await api.put("/api/v1/users/\(user)", body)
        let token = try await sandbox.token(app, user, expiresIn: signedInFor)
        return SignedInUser(sandbox: sandbox, app: app, user: user, token: token)
    }

    func putEntity(_ ref: String, _ body: JSON = [:]) async throws {
        _ = try await api.put("/api/v1/entities/\(ref)", body)
    }

    func putMember(_ user: String, of ref: String, _ body: JSON = [:]) async throws {
        _ = try await api.put("/api/v1/entities/\(ref)/members/\(user)", body)
    }

    /// States that something happened and waits until nothing of it is due; it must be accepted.
    @discardableResult
    func trigger(_ body: JSON) async throws -> AppEvent {
        let answer = try await post(body).expecting(202)
        try await sandbox.settle()
        return AppEvent(backend: self, id: try #require(answer["id"].string))
    }

    /// States that something happened; returns the answer as it is.
    func post(_ body: JSON, headers: [(String, String)] = []) async throws -> Reply {
        try await api.send("POST", "/api/v1/triggers", body, headers: headers)
    }

    /// Whatever this backend ever stated that was accepted.
    func triggerCount() async throws -> Int { try await api.get("/api/v1/triggers?limit=200")["items"].items.count }
}
