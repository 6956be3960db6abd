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
            let before = try await store.user(user.id, app: app)
            var after = user
            after.createdAt = before?.createdAt ?? user.createdAt
            var changes = [Change.putUser(after, from: before)]
            if var held = HeldReevaluation(after: before, became: after, at: user.updatedAt) {
                held.held = try await store.heldPushes(of: user.id, app: app)
                changes.append(.preferences(.reevaluate(held), of: user.id))
            }
            return (changes, (after, before == nil))
        }
    }
}
