import HTTPTypes
import PealCore
import PealCrypto
import PealEngine
import PealWire

/// Finds out who makes a call, from its `Authorization` header.
struct Authenticator: Sendable {
    private let keys: SecretKeyring
    private let tokens: PersonTokens
    private let users: Users
    private let acceptsTestKeys: Bool
    private let now: @Sendable () -> Timestamp

    init(
        keys: SecretKeyring,
        tokens: PersonTokens,
        users: Users,
        acceptsTestKeys: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.keys = keys
        self.tokens = tokens
        self.users = users
        self.acceptsTestKeys = acceptsTestKeys
        self.now = now
    }

    /// - Throws: ``CredentialFault/Failure``, saying no more than a holder of the credential may know.
    func caller(_ headers: HTTPFields) async throws -> Credential {
        guard let header = headers[.authorization] else {
            throw CredentialFault.Failure(.missing, "send an Authorization header with a secret key or a token")
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else {
            throw CredentialFault.Failure(.malformed, "the Authorization header must be `Bearer <key or token>`")
        }
        let credential = parts[1].drop { $0 == " " }
        if credential.hasPrefix("sk_") { return try await backend(String(credential)) }
        return try await person(String(credential))
    }

    private func backend(_ key: String) async throws -> Credential {
        // `sk_test_` keys are public knowledge: outside a sandbox they open nothing, whatever the store says.
        guard acceptsTestKeys || !key.hasPrefix("sk_test_") else {
            throw CredentialFault.Failure(.testKey, "unknown secret key")
        }
        guard key.utf8.count <= 200, let record = try await keys.key(hash: SecretKey(text: key).hash) else {
            throw CredentialFault.Failure(.unknownKey, "unknown secret key")
        }
        return Credential(caller: .backend(app: record.app, key: record.id, scopes: Set(record.scopes)))
    }

    /// Who a token is of, and for how long.
    /// - Throws: ``CredentialFault/Failure``.
    func person(_ token: String) async throws -> Credential {
        let instant = now()
        let claims: PersonTokens.Claims
        do throws(Problem) {
            claims = try tokens.verify(token, now: instant)
        } catch {
            throw CredentialFault.Failure(error == PersonTokens.expired ? .expired : .token, error)
        }
        // A valid token's first call creates its user; an erased one stays away until the backend puts them again.
        guard try await users.ensure(claims.user, app: claims.app) else {
            throw CredentialFault.Failure(.erased, "this user was erased")
        }
        return Credential(caller: .person(app: claims.app, user: claims.user), expiresAt: claims.expiresAt)
    }
}
