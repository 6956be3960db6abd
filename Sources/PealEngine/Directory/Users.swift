public import PealCore
import PealStore

/// The users of an app, as its backend and their own calls describe them.
public struct Users: Sendable {
    private let store: any DirectoryStore & ChangeStore
    private let audit: AuditLog
    private let encryption: PayloadEncryption
    private let revocations: Revocations
    private let now: @Sendable () -> Timestamp

    init(
        store: any DirectoryStore & ChangeStore,
        audit: AuditLog,
        encryption: PayloadEncryption,
        revocations: Revocations,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.audit = audit
        self.encryption = encryption
        self.revocations = revocations
        self.now = now
    }

    /// Puts a user; `created` says whether there was none.
    ///
    /// An erased user can call again from then on.
    /// - Parameters:
    ///   - id: the user.
    ///   - details: what the backend says of them; it replaces everything said before.
    ///   - app: the app.
    /// - Returns: the user as stored, and whether there was none.
    /// - Throws: ``StoreError``, ``CryptoError``.
    public func put(_ id: UserID, _ details: UserDetails, app: AppID) async throws -> (user: UserRecord, created: Bool)
    {
        let instant = now()
        let user = try details.user(id, app: app, createdAt: instant, at: instant, encryption)
        let (stored, created) = try await PutUser(store: store)(user, app: app)
        return (UserRecord(user: stored, name: details.name, attributes: details.attributes), created)
    }

    /// Puts several users in one transaction, as ``put(_:_:app:)`` puts one.
    /// - Parameters:
    ///   - users: the users, each once, with what the backend says of them.
    ///   - app: the app.
    /// - Returns: for each, in order, whether there was none.
    /// - Throws: ``StoreError``, ``CryptoError``; then nothing is stored.
    public func put(_ users: [(id: UserID, details: UserDetails)], app: AppID) async throws -> [Bool] {
        let instant = now()
        let stored = try users.map { try $0.details.user($0.id, app: app, createdAt: instant, at: instant, encryption) }
        return try await PutUser(store: store)(stored, app: app).map(\.created)
    }

    /// Changes what the backend says of a user.
    /// - Parameters:
    ///   - id: the user.
    ///   - app: the app.
    ///   - change: makes of the user as it is what the backend says from now on; run again when the user changed
    ///     meanwhile.
    /// - Returns: the user as stored; `nil` when there is none.
    /// - Throws: ``StoreError``, ``CryptoError``, what `change` throws.
    public func patch(_ id: UserID, app: AppID, _ change: (UserRecord) throws -> UserDetails) async throws
        -> UserRecord?
    {
        let stored = try await PutUser(store: store).patch(id, app: app) { user in
            let details = try change(UserRecord(user, app: app, encryption))
            var changed = try details.user(id, app: app, createdAt: user.createdAt, at: now(), encryption)
            changed.tokensRevokedAt = user.tokensRevokedAt
            return changed
        }
        return try stored.map { try UserRecord($0, app: app, encryption) }
    }

    /// A user; `nil` when there is none or they were erased.
    public func find(_ id: UserID, app: AppID) async throws -> User? { try await store.user(id, app: app) }

    /// A user with the name and the attributes; `nil` when there is none or they were erased.
    public func record(of id: UserID, app: AppID) async throws -> UserRecord? {
        try await store.user(id, app: app).map { try UserRecord($0, app: app, encryption) }
    }

    /// Whether the user of a valid token may call: their first call creates them (design §8).
    /// - Parameters:
    ///   - id: the user.
    ///   - app: the app.
    ///   - issuedAt: when the token was issued, where it says so.
    /// - Returns: whether, or why not: erased users stay away until the backend puts them again.
    /// - Throws: ``StoreError``.
    public func admit(_ id: UserID, app: AppID, tokenIssuedAt issuedAt: Timestamp?) async throws
        -> UserAdmission.Verdict
    {
        try await store.admission(of: id, app: app, now: now()).verdict(onTokenIssuedAt: issuedAt)
    }

    /// Whether the user of a valid token may make this call, as ``admit(_:app:tokenIssuedAt:)`` says it.
    ///
    /// A call ends the wait for confirmations of the user's pushes: the app brings what they missed (R147).
    public func admitCall(of id: UserID, app: AppID, tokenIssuedAt issuedAt: Timestamp?) async throws
        -> UserAdmission.Verdict
    {
        let admission = try await store.admission(of: id, app: app, now: now())
        let verdict = admission.verdict(onTokenIssuedAt: issuedAt)
        if verdict == .admitted, admission.awaitsConfirmation {
            _ = try await store.applies([.inbox(.endConfirmations, of: id)], to: app)
        }
        return verdict
    }

    /// Revokes every token of a user that was issued until now.
    /// - Returns: the last instant whose tokens are rejected; `nil` when there is no such user.
    /// - Throws: ``StoreError``.
    public func revokeTokens(of id: UserID, app: AppID) async throws -> Timestamp? {
        let instant = now()
        let stored = try await PutUser(store: store).patch(id, app: app) { user in
            var revoked = user
            revoked.tokensRevokedAt = max(user.tokensRevokedAt ?? instant, instant)
            return revoked
        }
        return stored?.tokensRevokedAt
    }

    /// Erases a user and everything held of them.
    /// - Returns: what was removed, and when; `nil` when there is no such user.
    /// - Throws: ``StoreError``.
    public func erase(_ id: UserID, app: AppID) async throws -> (report: ErasureReport, at: Timestamp)? {
        let instant = now()
        // What happened to their notifications is recorded while it can still be read.
        try await audit.catchUp()
        guard let report = try await store.eraseUser(id, app: app, now: instant) else { return nil }
        revocations.note(id, of: app)
        return (report, instant)
    }
}
