public import PealCore
public import PealStore

/// Puts users.
public struct PutUser: Sendable {
    private let store: any DirectoryStore & ChangeStore

    /// Wires the use case.
    public init(store: any DirectoryStore & ChangeStore) { self.store = store }

    /// Puts a user; an erased one can call again.
    ///
    /// When the zone changes, what quiet hours hold for the user is decided again now (R088).
    /// - Parameters:
    ///   - user: the user.
    ///   - app: the app.
    /// - Returns: the user as stored, and whether there was none.
    /// - Throws: ``StoreError``.
    public func callAsFunction(_ user: User, app: AppID) async throws -> (user: User, created: Bool) {
        try await store.applyPlanned(to: app) { _ in
            let (changes, stored) = try await plan(user, app: app)
            return (changes, stored)
        }
    }

    /// Puts several users in one transaction, as one is put.
    /// - Parameters:
    ///   - users: the users, each once.
    ///   - app: the app.
    /// - Returns: the users as stored, in their order, and whether there was none.
    /// - Throws: ``StoreError``; then nothing is stored.
    public func callAsFunction(_ users: [User], app: AppID) async throws -> [(user: User, created: Bool)] {
        try await store.applyPlanned(to: app) { _ in
            var all: (changes: [Change], stored: [(user: User, created: Bool)]) = ([], [])
            for user in users {
                let (changes, stored) = try await plan(user, app: app)
                all.changes += changes
                all.stored.append(stored)
            }
            return (all.changes, all.stored)
        }
    }

    private func plan(_ user: User, app: AppID) async throws -> (changes: [Change], stored: (user: User, created: Bool))
    {
        let before = try await store.user(user.id, app: app)
        var after = user
        after.createdAt = before?.createdAt ?? user.createdAt
        // What the backend says of a user does not bring revoked tokens back.
        after.tokensRevokedAt = before?.tokensRevokedAt
        return (try await changes(to: after, from: before, app: app), (after, before == nil))
    }

    /// Changes a user.
    /// - Parameters:
    ///   - id: the user.
    ///   - app: the app.
    ///   - change: makes of the user as it is the user as it is to be; run again when it changed meanwhile.
    /// - Returns: the user as stored; `nil` when there is none.
    /// - Throws: ``StoreError``, what `change` throws.
    func patch(_ id: UserID, app: AppID, _ change: (User) throws -> User) async throws -> User? {
        try await store.applyPlanned(to: app) { _ in
            guard let before = try await store.user(id, app: app) else { return ([], nil) }
            let after = try change(before)
            return (try await changes(to: after, from: before, app: app), after)
        }
    }

    private func changes(to after: User, from before: User?, app: AppID) async throws -> [Change] {
        var changes = [Change.putUser(after, from: before)]
        if var held = HeldReevaluation(after: before, became: after, at: after.updatedAt) {
            held.waits = try await store.waits(of: after.id, app: app)
            changes.append(.preferences(.reevaluate(held), of: after.id))
        }
        return changes
    }
}
