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
        while true {
            let before = try await store.user(user.id, app: app)
            var after = user
            after.createdAt = before?.createdAt ?? user.createdAt
            if try await put(after, from: before, app: app) { return (after, before == nil) }
        }
    }

    /// Changes a user.
    /// - Parameters:
    ///   - id: the user.
    ///   - app: the app.
    ///   - change: makes of the user as it is the user as it is to be; run again when it changed meanwhile.
    /// - Returns: the user as stored; `nil` when there is none.
    /// - Throws: ``StoreError``, what `change` throws.
    func patch(_ id: UserID, app: AppID, _ change: (User) throws -> User) async throws -> User? {
        while let before = try await store.user(id, app: app) {
            let after = try change(before)
            if try await put(after, from: before, app: app) { return after }
        }
        return nil
    }

    /// Whether the user was still as it was read; otherwise nothing is changed.
    private func put(_ after: User, from before: User?, app: AppID) async throws -> Bool {
        var changes = [Change.putUser(after, from: before)]
        if let held = HeldReevaluation(after: before, became: after, at: after.updatedAt) {
            changes.append(.preferences(.reevaluate(held), of: after.id))
        }
        return try await store.apply([ChangeGroup(app: app, changes)]).allSatisfy(\.isApplied)
    }
}
