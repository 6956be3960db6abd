import HTTPTypes
import PealCore
import PealCrypto
import PealEngine
import PealWire

/// Finds out who makes a call, from its `Authorization` header.
struct Authenticator: Sendable {
    private let keys: SecretKeyring
    private let tokens: UserTokens
    private let sessions: PageSessions?
    private let users: Users
    private let devices: DeviceRegistration
    private let acceptsTestKeys: Bool
    private let now: @Sendable () -> Timestamp

    init(
        keys: SecretKeyring,
        tokens: UserTokens,
        sessions: PageSessions?,
        users: Users,
        devices: DeviceRegistration,
        acceptsTestKeys: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.keys = keys
        self.tokens = tokens
        self.sessions = sessions
        self.users = users
        self.devices = devices
        self.acceptsTestKeys = acceptsTestKeys
        self.now = now
    }

    /// - Throws: ``CredentialFault/Failure``, saying no more than a holder of the credential may know.
    func caller(_ headers: HTTPFields) async throws -> Credential {
        guard let header = headers[.authorization] else {
            throw CredentialFault.Failure(.missing, "send an Authorization header with a secret key or a token")
        }
        let parts = header.split(separator: " ", maxSplits: 1)
        let scheme = parts.first?.lowercased()
        guard parts.count == 2, scheme == "bearer" || scheme == "peal-device" else {
            throw CredentialFault.Failure(.malformed, "the Authorization header must be `Bearer <key or token>`")
        }
        let credential = parts[1].drop { $0 == " " }
        if scheme == "peal-device" { return try await device(credential) }
        if credential.hasPrefix("sk_") || credential.hasPrefix(SecretKey.linkPrefix) {
            return try await backend(String(credential))
        }
        return try await user(String(credential))
    }

    private func backend(_ key: String) async throws -> Credential {
        // `sk_test_` keys are public knowledge: outside a sandbox they open nothing, whatever the store says.
        guard acceptsTestKeys || !key.hasPrefix("sk_test_") else {
            throw CredentialFault.Failure(.testKey, "unknown secret key")
        }
        guard key.utf8.count <= 200, let record = try await keys.key(hash: SecretKey(text: key).hash) else {
            throw CredentialFault.Failure(.unknownKey, "unknown secret key")
        }
        let instant = now()
        guard !record.isExpired(at: instant) else {
            throw CredentialFault.Failure(.expiredKey, "the secret key has expired")
        }
        keys.noteUse(of: record, at: instant)
        let grants = Set(record.scopes.compactMap { KeyGrant($0) })
        return Credential(caller: .backend(app: record.app, key: record.id, grants: grants))
    }

    private func device(_ credential: Substring) async throws -> Credential {
        let parts = credential.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard credential.utf8.count <= 200, parts.count == 2, let id = DeviceID(String(parts[0])) else {
            throw CredentialFault.Failure(.malformed, "a device is named as `Peal-Device <dev_…>:<device key>`")
        }
        // A device that was revoked has no key any more, and no other one can open it.
        guard let holder = try await devices.holder(of: DeviceKey(text: String(parts[1])), id) else {
            throw CredentialFault.Failure(.deviceKey, "unknown device or device key")
        }
        return Credential(caller: .device(app: holder.app, user: holder.device.userID, id: id))
    }

    /// Who a token is of, and for how long: a JWT, or the token of a hosted page.
    /// - Throws: ``CredentialFault/Failure``.
    func user(_ token: String) async throws -> Credential {
        let claims = try await claims(of: token)
        // A valid token's first call creates its user; an erased one stays away until the backend puts them again.
        switch try await users.admitCall(of: claims.user, app: claims.app, tokenIssuedAt: claims.issuedAt) {
        case .admitted:
            return Credential(
                caller: .endUser(app: claims.app, user: claims.user),
                expiresAt: claims.expiresAt,
                issuedAt: claims.issuedAt
            )
        case .erased: throw CredentialFault.Failure(.erased, "this user was erased")
        case .revoked: throw CredentialFault.Failure(.revoked, "the user's tokens were revoked; sign in again")
        }
    }

    private func claims(of token: String) async throws(CredentialFault.Failure) -> UserTokens.Claims {
        let instant = now()
        if let sessions, token.hasPrefix(PageSessions.prefix) {
            guard let session = sessions.verify(token, now: instant) else {
                throw CredentialFault.Failure(.pageSession, "the session of this page is invalid or has expired")
            }
            return UserTokens.Claims(
                app: session.app,
                user: session.user,
                issuedAt: session.issuedAt,
                expiresAt: session.expiresAt
            )
        }
        do throws(TokenRefusal) {
            return try await tokens.verify(token, now: instant)
        } catch {
            throw CredentialFault.Failure(error.fault, error.problem)
        }
    }
}
