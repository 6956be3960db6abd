import Testing

/// An accepted trigger.
struct AppEvent: Sendable {
    let backend: Backend
    let id: String

    /// Its status and counts.
    func report() async throws -> JSON { try await backend.api.get("/api/v1/triggers/\(id)") }

    /// Why a user got it or did not: one decision.
    func why(_ user: String) async throws -> JSON {
        let answer = try await backend.api.get("/api/v1/why?trigger=\(id)&user=\(user)")
        #expect(answer["items"].items.count == 1, "one decision for each recipient")
        return answer["items"][0]
    }

    /// Why a user got no push.
    func pushReason(_ user: String) async throws -> String? {
        try await why(user)["channels"]["push"]["reason"].string
    }
}
