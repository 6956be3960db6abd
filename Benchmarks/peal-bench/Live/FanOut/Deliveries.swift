import JudgeKit
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

    /// What counts the events of one client.
    func reader() -> any LiveReader { Reader(self) }

    /// Counts what one client has read; `matched` is how many bytes of the mark it has read.
    fileprivate func count(_ bytes: ByteBufferView, matched: inout Int) {
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

extension Deliveries {
    private final class Reader: LiveReader {
        private let deliveries: Deliveries
        private var matched = 0

        init(_ deliveries: Deliveries) { self.deliveries = deliveries }

        func read(_ bytes: ByteBufferView) { deliveries.count(bytes, matched: &matched) }
    }
}
