public import PealCore
import PealStore

/// Lets pushes go that waited only while their user was looking at their thread (`delayWhileActive: {by: thread}`).
public struct ViewedThreads: Sendable {
    private let store: any HeldPushStore & ChangeStore
    private let views: LiveViews
    private let catalogs: CatalogLookup
    private let now: @Sendable () -> Timestamp

    /// Wires the use case.
    init(
        store: any HeldPushStore & ChangeStore,
        views: LiveViews,
        catalogs: @escaping CatalogLookup,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.views = views
        self.catalogs = catalogs
        self.now = now
    }

    /// Decides again now what waited for a thread that a connection of a user showed.
    ///
    /// Nothing changes while another connection of the user shows it.
    /// - Parameters:
    ///   - thread: the thread.
    ///   - user: the user.
    ///   - app: the app.
    /// - Throws: ``StoreError``; the pushes then wait as long as their type says.
    public func left(_ thread: String, by user: UserID, app: AppID) async throws {
        guard !views.shown(to: user, app: app).contains(thread),
            let left = HeldReevaluation(of: user, leaving: thread, types: catalogs(app, nil)?.types ?? [], at: now())
        else { return }
        try await store.applyPlanned(to: app) { _ in
            var held = left
            held.waits = try await store.waits(of: user, app: app)
            return (held.pushes.isEmpty ? [] : [.preferences(.reevaluate(held), of: user)], ())
        }
    }
}
