public import PealCore
import PealStore

/// The users of an app, as its backend and their own calls describe them.
public struct Users: Sendable {
    private let store: any DirectoryStore & ChangeStore
    private let revocations: Revocations
    private let now: @Sendable () -> Timestamp

    init(
        store: any DirectoryStore & ChangeStore,
        revocations: Revocations,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
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
    /// - Throws: ``StoreError``.
    public func put(_ id: UserID, _ details: UserDetails, app: AppID) async throws -> (user: User, created: Bool) {
        let instant = now()
        let user = User(
            id: id,
            name: details.name,
            locale: details.locale,
            timeZone: details.timeZone,
            roles: details.roles,
            attributes: details.attributes,
            createdAt: instant,
            updatedAt: instant
        )
        return try await PutUser(store: store)(user, app: app)
    }

    /// A user; `nil` when there is none or they were erased.
    public func find(_ id: UserID, app: AppID) async throws -> User? { try await store.user(id, app: app) }

    /// Makes sure that the user of a valid token exists: their first call creates them (design §8).
    /// - Returns: `false` when they were erased: they stay away until the backend puts them again.
    /// - Throws: ``StoreError``.
    public func ensure(_ id: UserID, app: AppID) async throws -> Bool {
        try await store.ensureUser(id, app: app, now: now())
    }

    /// Erases a user and everything held of them.
    /// - Returns: what was removed, and when; `nil` when there is no such user.
    /// - Throws: ``StoreError``.
    public func erase(_ id: UserID, app: AppID) async throws -> (report: ErasureReport, at: Timestamp)? {
        let instant = now()
        guard let report = try await store.eraseUser(id, app: app, now: instant) else { return nil }
        revocations.note(id, of: app)
        return (report, instant)
    }
}
