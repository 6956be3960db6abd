import PealRealtime
import Synchronization

/// Counts how live connections ended.
final class LiveMetrics: Sendable {
    private let ends = Mutex<[StreamEnd: Int]>([:])

    func ended(_ reason: StreamEnd) { ends.withLock { $0[reason, default: 0] += 1 } }

    /// By reason; every reason is there.
    var counts: [(reason: String, count: Int)] {
        let counts = ends.withLock { $0 }
        return StreamEnd.allCases.map { ($0.rawValue, counts[$0] ?? 0) }
    }
}
