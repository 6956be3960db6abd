public import PealCore
public import PealStore

/// Shows the alerts of an app, and lets each rule fire as a test.
public struct Alerts: Sendable {
    private let store: any AlertStore & ChangeStore

    /// Wires the use case.
    public init(store: any AlertStore & ChangeStore) { self.store = store }

    /// The alerts of an app that have fired and are not resolved.
    public func list(app: AppID) async throws -> [Alert] {
        (try await store.alerts(of: app)[app] ?? []).filter(\.isFiring)
    }

    /// Lets each rule fire once as a test, which the server does within seconds and resolves soon after.
    /// - Parameters:
    ///   - app: the app.
    ///   - now: the instant.
    /// - Returns: the rules; those are left out whose last test is not over.
    /// - Throws: ``StoreError``.
    public func test(app: AppID, now: Timestamp) async throws -> [AlertRule] {
        let tests = AlertRule.allCases.map { Alert(Alert.Key($0, Alert.Key.test), .pending, since: now) }
        let groups = tests.map { ChangeGroup(app: app, [.alert($0.key, from: nil, to: $0)]) }
        let results = try await store.apply(groups)
        return zip(AlertRule.allCases, results).filter { $1.isApplied }.map { $0.0 }
    }
}
