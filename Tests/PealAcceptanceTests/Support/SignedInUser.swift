import Testing

/// A user signed in on their own devices.
struct SignedInUser: Sendable {
    let sandbox: Sandbox
    let app: String
    let user: String
    let api: APICaller

    init(sandbox: Sandbox, app: String, user: String, token: String) {
        self.sandbox = sandbox
        self.app = app
        self.user = user
        api = APICaller(url: sandbox.url, credential: token)
    }

    /// A virtual phone of theirs, registered; an Android phone behind FCM that may show pushes unless told otherwise.
    func phone(
        _ platform: String = "android",
        provider: String = "fcm",
        permission: String = "granted",
        capabilities: JSON = [:]
    ) async throws -> Phone {
        let answer = try await sandbox.anyone.post(
            "/sandbox/phones",
            [
                "app": "\(app)", "user": "\(user)", "provider": "\(provider)", "platform": "\(platform)",
                "permission": "\(permission)", "capabilities": capabilities,
            ]
        )
        return Phone(
            sandbox: sandbox,
            id: try #require(answer["phoneId"].string),
            device: try #require(answer["deviceId"].string),
            key: answer["deviceKey"].string,
            addressHash: answer["addressHash"].string
        )
    }

    /// What their inbox lists, newest first.
    func inbox(_ query: String = "") async throws -> [JSON] {
        try await api.get("/api/v1/users/me/notifications\(query)")["items"].items
    }

    /// Their devices that are not revoked.
    func devices() async throws -> [JSON] { try await api.get("/api/v1/users/me/devices")["items"].items }

    func unreadCount() async throws -> Int? {
        try await api.get("/api/v1/notifications/unread-count")["unreadCount"].int
    }

    func preferences() async throws -> JSON { try await api.get("/api/v1/users/me/notification-preferences") }

    @discardableResult
    func setPreferences(_ body: JSON) async throws -> JSON {
        try await api.put("/api/v1/users/me/notification-preferences", body)
    }

    func setCategory(_ key: String, enabled: Bool) async throws {
        try await setPreferences(["categories": ["\(key)": ["enabled": JSON(booleanLiteral: enabled)]]])
    }

    @discardableResult
    func mute(_ body: JSON) async throws -> JSON { try await api.put("/api/v1/users/me/mutes", body) }
}
