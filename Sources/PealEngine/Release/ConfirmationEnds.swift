import Logging
import PealCore
import PealStore

/// Raises the alerts of pushes that no device has confirmed when their time to live ends (R147, M13).
struct ConfirmationEnds: Sendable {
    private let dependencies: DecisionDependencies

    /// Pushes of an app in a slice at most.
    private static let width = 50

    init(_ dependencies: DecisionDependencies) { self.dependencies = dependencies }

    /// One slice; returns whether there may be more to do now.
    ///
    /// What changed since it was read, by a device that has just confirmed its push for example, is read again in the next.
    /// - Returns: whether anything was due.
    /// - Throws: ``StoreError``.
    func slice() async throws -> Bool {
        let due = try await dependencies.store.dueConfirmations(now: dependencies.clock.now, limit: Self.width)
        guard !due.isEmpty else { return false }
        let results = try await dependencies.store.apply(
            due.map { ChangeGroup(app: $0.app, [.delivery(.endConfirmation($0, alert: $0.trace))]) }
        )
        for (push, result) in zip(due, results) where push.raisesAlert && result.isApplied {
            dependencies.logger.info(
                "raised an alert: no device confirmed the push",
                metadata: ["app": "\(push.app)", "notification": "\(push.id)"]
            )
        }
        return true
    }
}
