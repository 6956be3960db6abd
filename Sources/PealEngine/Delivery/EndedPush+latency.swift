import PealCore
import PealStore

extension EndedPush<ClaimedDelivery> {
    /// How long the push took from its trigger to the push service; `nil` when it was not accepted, or was to wait.
    var latency: Duration? {
        guard case .accepted = outcome else { return nil }
        return item.startedAt.map { at - $0 }
    }
}
