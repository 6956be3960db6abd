import Dispatch
import Foundation
import Logging
import Synchronization

/// Log lines on their way to a file descriptor, written by one thread of their own: nobody who logs waits for a reader.
///
/// A pipe that is not read blocks its writer. Lines that then find no room are dropped and counted, and a line says how
/// many as soon as there is a reader again.
final class LogBuffer: Sendable {
    private struct State {
        var lines: [[UInt8]] = []
        var bytes = 0
        var dropped = 0
        var isWriting = false
    }

    private let descriptor: Int32
    private let capacity: Int
    private let format: @Sendable () -> LogFormat
    private let state = Mutex(State())
    private let allDropped = Atomic<Int>(0)
    private let queue = DispatchQueue(label: "peal.log")
    private let writing = DispatchGroup()

    /// - Parameters:
    ///   - descriptor: where lines are written.
    ///   - capacity: how many bytes may wait; as many again may be under way.
    ///   - format: how the notice of dropped lines is written.
    init(descriptor: Int32, capacity: Int = 1 << 20, format: @escaping @Sendable () -> LogFormat = { .text }) {
        self.descriptor = descriptor
        self.capacity = capacity
        self.format = format
    }

    /// How many lines found no room since the start.
    var dropped: Int { allDropped.load(ordering: .relaxed) }

    /// Takes a line, with its end, or drops it; never waits.
    func append(_ line: [UInt8]) {
        let begins = state.withLock { state -> Bool in
            guard state.bytes + line.count <= capacity else {
                state.dropped += 1
                allDropped.add(1, ordering: .relaxed)
                return false
            }
            state.lines.append(line)
            state.bytes += line.count
            guard !state.isWriting else { return false }
            state.isWriting = true
            return true
        }
        guard begins else { return }
        writing.enter()
        queue.async {
            while let chunk = self.take() { self.write(chunk) }
            self.writing.leave()
        }
    }

    /// Waits until all lines are written, or for so many milliseconds; whether they are.
    @discardableResult
    func flush(atMost milliseconds: Int) -> Bool {
        writing.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    /// All that waits; `nil` ends the writing.
    private func take() -> [UInt8]? {
        state.withLock { state in
            guard !state.lines.isEmpty || state.dropped > 0 else {
                state.isWriting = false
                return nil
            }
            var chunk = Array(state.lines.joined())
            if state.dropped > 0 { chunk += Self.notice(state.dropped, format()) }
            state = State(isWriting: true)
            return chunk
        }
    }

    private static func notice(_ count: Int, _ format: LogFormat) -> [UInt8] {
        let event = LogEvent(
            level: .warning,
            message: "log lines were dropped: nobody read the log",
            metadata: nil,
            source: "PealServer",
            file: #fileID,
            function: #function,
            line: #line
        )
        return format.line(event, ["count": "\(count)"], label: "peal", at: SystemClock().now)
    }

    private func write(_ chunk: [UInt8]) {
        var rest = chunk[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                // Whoever shares the descriptor made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if count >= 0 || errno != EINTR {
                // A reader that is gone, a disk that is full: nobody could be told.
                return
            }
        }
    }
}
