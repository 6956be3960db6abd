import JWTKit
import PealCore
import Synchronization

/// Hands out access tokens for signed assertions, and knows which client each belongs to (RFC 7523).
final class FCMAccess: Sendable {
    enum Entry: Equatable {
        case granted
        case unauthenticated
        /// The token belongs to another project.
        case forbidden
    }

    private struct Grant {
        var project: String
        var expiresAt: Timestamp
    }

    private struct State {
        var projects: Set<String> = []
        var grants: [String: Grant] = [:]
    }

    private static let grantLimit = 1_000
    static let projectLimit = 1_000
    static let lifetime: Duration = .seconds(3600)
    private static let scopes = [
        "https://www.googleapis.com/auth/firebase.messaging", "https://www.googleapis.com/auth/cloud-platform",
    ]

    /// What Google's own libraries name as the audience, whatever `token_uri` says.
    private static let googleAudiences: Set = [
        "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
        "https://www.googleapis.com/oauth2/v3/token", "https://www.googleapis.com/oauth2/v4/token",
    ]

    private let world: SandboxWorld
    private let state = Mutex(State())

    init(world: SandboxWorld) { self.world = world }

    /// Whether there is room for the project, which is known from now on.
    func addProject(_ project: String) -> Bool {
        state.withLock { state in
            guard state.projects.contains(project) || state.projects.count < Self.projectLimit else { return false }
            state.projects.insert(project)
            return true
        }
    }

    var projects: Set<String> { state.withLock { $0.projects } }

    static func email(of project: String) -> String { "peal@\(project).iam.gserviceaccount.com" }

    /// Whether a bearer token opens a project; `nil` when there is no such project.
    func entry(bearer: String?, project: String) -> Entry? {
        let now = world.now()
        return state.withLock { state in
            guard let bearer, let grant = state.grants[bearer], grant.expiresAt > now else { return .unauthenticated }
            guard state.projects.contains(project) else { return nil }
            return grant.project == project ? .granted : .forbidden
        }
    }

    /// Ends every access token, as if their time were up.
    func revokeAll() { state.withLock { $0.grants = [:] } }

    /// The answer to a form of `POST /token`.
    func answer(form: [UInt8], audience: String) async -> (status: Int, body: [UInt8]) {
        let fields = Self.fields(form)
        guard fields["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer" else {
            return Self.refusal("unsupported_grant_type", "Invalid grant_type")
        }
        guard let assertion = fields["assertion"], let key = try? SandboxRSAKey.pair() else {
            return Self.refusal("invalid_request", "Missing assertion")
        }
        let keys = JWTKeyCollection()
        await keys.add(rsa: key.publicKey, digestAlgorithm: .sha256)
        guard let claims = try? await keys.verify(assertion, as: AssertionClaims.self, iteratingKeys: true) else {
            return Self.refusal("invalid_grant", "Invalid JWT Signature.")
        }
        guard let project = projects.first(where: { Self.email(of: $0) == claims.iss }) else {
            return Self.refusal("invalid_grant", "Invalid grant: account not found")
        }
        guard claims.aud == audience || Self.googleAudiences.contains(claims.aud) else {
            return Self.refusal("invalid_grant", "Invalid JWT: aud is not this endpoint")
        }
        // Libraries ask for the scopes of all their services at once: one that fits is enough.
        guard claims.scope.split(separator: " ").contains(where: { Self.scopes.contains(String($0)) })
        else { return Self.refusal("invalid_scope", "Invalid OAuth scope") }
        let now = world.now().seconds
        let isTimely =
            claims.iat <= now + 300 && claims.exp > now && claims.exp > claims.iat && claims.exp - claims.iat <= 3600
        guard isTimely else {
            return Self.refusal(
                "invalid_grant",
                "Invalid JWT: Token must be a short-lived token and in a reasonable timeframe."
            )
        }
        return (200, JSONText.write(grant(project)))
    }

    private func grant(_ project: String) -> JSONValue {
        let now = world.now()
        let token = "ya29.sim-" + String(world.random(), radix: 36) + String(world.random(), radix: 36)
        state.withLock { state in
            if state.grants.count >= Self.grantLimit { state.grants = state.grants.filter { $0.value.expiresAt > now } }
            if state.grants.count >= Self.grantLimit, let any = state.grants.keys.first { state.grants[any] = nil }
            state.grants[token] = Grant(project: project, expiresAt: now + Self.lifetime)
        }
        return .object([
            "access_token": .string(token), "token_type": .string("Bearer"),
            "expires_in": .integer(Self.lifetime.components.seconds),
        ])
    }

    private static func refusal(_ error: String, _ description: String) -> (status: Int, body: [UInt8]) {
        let body = JSONValue.object(["error": .string(error), "error_description": .string(description)])
        return (400, JSONText.write(body))
    }

    private static func fields(_ form: [UInt8]) -> [String: String] {
        var fields: [String: String] = [:]
        for pair in String(decoding: form, as: UTF8.self).split(separator: "&").prefix(16) {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = PercentCoding.decode(parts[0], plusIsSpace: true),
                let value = PercentCoding.decode(parts[1], plusIsSpace: true)
            else { continue }
            fields[name] = value
        }
        return fields
    }
}

private struct AssertionClaims: JWTPayload {
    var iss: String
    var scope: String
    var aud: String
    var iat: Int64
    var exp: Int64

    /// Nothing here: time is the sandbox's, not the machine's.
    func verify(using _: some JWTAlgorithm) throws {}
}
