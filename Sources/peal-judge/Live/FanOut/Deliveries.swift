import NIOCore
import Synchronization

/// Counts the events that clients receive, and when.
final class Deliveries: Sendable {
    private let mark: [UInt8]
    private let watch = Stopwatch()
    private let arrivals = Mutex<[Double]>([])

    /// Starts with none.
    /// - Parameter mark: what each event contains once; no beginning of it may occur within it again.
    init(mark: String) { self.mark = Array(mark.utf8) }

    /// Seconds since it was made, as arrivals are counted.
    var now: Double { watch.seconds }

    /// Counts what one client has read.
    /// - Parameters:
    ///   - bytes: what it read.
    ///   - matched: how many bytes of the mark it had read before; changed to how many it has now.
    func count(_ bytes: ByteBufferView, matched: inout Int) {
        var found = 0
        for byte in bytes {
            matched = byte == mark[matched] ? matched + 1 : byte == mark[0] ? 1 : 0
            guard matched == mark.count else { continue }
            (matched, found) = (0, found + 1)
        }
        guard found > 0 else { return }
        let now = now
        arrivals.withLock { $0 += Array(repeating: now, count: found) }
    }

    /// Waits for so many events.
    /// - Returns: when they arrived; the next call begins with none.
    /// - Throws: `took-too-long` after a minute.
    func wait(for number: Int) async throws -> [Double] {
        try await Stopwatch.poll("events are missing", atMost: .seconds(60)) {
            arrivals.withLock { arrivals in
                guard arrivals.count >= number else { return nil }
                defer { arrivals = [] }
                return arrivals
            }
        }
    }
}
