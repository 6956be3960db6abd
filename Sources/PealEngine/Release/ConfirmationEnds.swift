import Logging
import PealCore
import PealStore

/// Raises the alerts of pushes that no device has confirmed when their time to live ends (R147, M13).
struct ConfirmationEnds: Sendable {
    private let parts: DecisionParts

    /// Pushes of an app in a slice at most.
    private static let width = 50

    init(_ parts: DecisionParts) { self.parts = parts }

    /// One slice; returns whether there may be more to do now.
    ///
    /// What changed since it was read, by a device that has just confirmed its push for example, is read again in the next.
    /// - Returns: whether anything was due.
    /// - Throws: ``StoreError``.
    func slice() async throws -> Bool {
        let due = try await parts.store.dueConfirmations(now: parts.clock.now, limit: Self.width)
        guard !due.isEmpty else { return false }
        let results = try await parts.store.apply(
            due.map { ChangeGroup(app: $0.app, [.delivery(.endConfirmation($0, alert: $0.trace))]) }
        )
        for (push, result) in zip(due, results) where push.raisesAlert && result.isApplied {
            parts.logger.info(
                "raised an alert: no device confirmed the push",
                metadata: ["app": "\(push.app)", "notification": "\(push.id)"]
            )
        }
        return true
    }
}
