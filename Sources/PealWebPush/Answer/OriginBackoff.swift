import PealCore
import Synchronization

/// Keeps from asking a push service that has asked us to wait.
final class OriginBackoff: Sendable {
    /// How many push services are remembered.
    static let limit = 256
    /// How long one answer holds back the others: a service may have meant the one browser, so it is soon asked again.
    static let longest: Duration = .seconds(60)

    private let closedUntil = Mutex<[String: Timestamp]>([:])

    /// How long to wait still; `nil` when the way is open.
    func remaining(_ origin: String, now: Timestamp) -> Duration? {
        closedUntil.withLock { closedUntil in
            guard let end = closedUntil[origin] else { return nil }
            // A clock that was set back must not keep the gate closed for longer than it was meant to be.
            guard end > now, end - now <= Self.longest else {
                closedUntil[origin] = nil
                return nil
            }
            return end - now
        }
    }

    /// The push service asked to wait.
    func close(_ origin: String, for wait: Duration, now: Timestamp) {
        guard wait > .zero else { return }
        let end = now + min(wait, Self.longest)
        closedUntil.withLock { closedUntil in
            if closedUntil[origin] == nil, closedUntil.count >= Self.limit {
                closedUntil = closedUntil.filter { $0.value > now }
                if closedUntil.count >= Self.limit, let first = closedUntil.min(by: { $0.value < $1.value }) {
                    closedUntil[first.key] = nil
                }
            }
            closedUntil[origin] = max(end, closedUntil[origin] ?? end)
        }
    }
}
