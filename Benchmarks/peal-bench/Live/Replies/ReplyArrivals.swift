import JudgeKit
import PealCore
import PealWire
import Synchronization
import NIOCore

/// Notes when replies are on the boards that hosts follow.
final class ReplyArrivals: Sendable {
    private let watch = Stopwatch()
    private let arrived = Mutex<[String: Double]>([:])

    /// Seconds since it was made.
    var now: Double { watch.seconds }

    /// What reads the events of one board.
    func reader() -> any LiveReader { Reader(self) }

    /// Waits until replies are on their boards.
    /// - Parameter replies: the replies.
    /// - Returns: when each of them was, in their order.
    /// - Throws: `took-too-long` after a minute.
    func wait(for replies: [BoardReply]) async throws -> [Double] {
        try await Stopwatch.poll("replies are not on their boards", every: .milliseconds(50), atMost: .seconds(60)) {
            arrived.withLock { arrived in
                let times = replies.compactMap { arrived[Self.key($0.user, $0.words)] }
                return times.count == replies.count ? times : nil
            }
        }
    }

    private static func key(_ user: String, _ words: String) -> String { "\(user) \(words)" }

    fileprivate func note(_ user: String, _ words: String, at instant: Double) {
        arrived.withLock { arrived in
            if arrived[Self.key(user, words)] == nil { arrived[Self.key(user, words)] = instant }
        }
    }
}

extension ReplyArrivals {
    /// Finds the rows of participants in server-sent events.
    private final class Reader: LiveReader {
        private let arrivals: ReplyArrivals
        private var line: [UInt8] = []

        init(_ arrivals: ReplyArrivals) { self.arrivals = arrivals }

        func read(_ bytes: ByteBufferView) {
            let now = arrivals.now
            for byte in bytes {
                guard byte == UInt8(ascii: "\n") else {
                    line.append(byte)
                    continue
                }
                take(at: now)
                line.removeAll(keepingCapacity: true)
            }
        }

        private func take(at instant: Double) {
            let start = Array("data: ".utf8)
            guard line.starts(with: start), let message = try? JSONParser.parse(Array(line.dropFirst(start.count)))
            else {
                return
            }
            for row in message.object?["data"]?.object?["participants"]?.array ?? [] {
                guard let user = row.object?["userId"]?.string, let words = row.object?["text"]?.string else {
                    continue
                }
                arrivals.note(user, words, at: instant)
            }
        }
    }
}
