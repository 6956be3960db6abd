import PealCore
import Synchronization

/// Counts the triggers that backends send, and those that break a rule, until the counts are stored.
///
/// A process that is killed loses the counts of the last seconds.
final class TriggerTally: Sendable {
    private let counts = Mutex<[AppID: [AnalyticsKey: Int]]>([:])

    /// Counts triggers of a request.
    /// - Parameters:
    ///   - app: the app.
    ///   - requests: how many there were.
    ///   - refused: how many of them break a rule.
    func add(_ app: AppID, requests: Int, refused: Int) {
        guard requests > 0 else { return }
        put([AnalyticsKey(.requests): requests, AnalyticsKey(.refused): refused], of: app)
    }

    /// Takes all that is counted, to store it.
    func take() -> [AppID: [AnalyticsKey: Int]] {
        counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
    }

    /// Puts counts back that could not be stored.
    func put(_ added: [AnalyticsKey: Int], of app: AppID) {
        counts.withLock { $0[app, default: [:]].merge(added.filter { $0.value > 0 }, uniquingKeysWith: +) }
    }
}
