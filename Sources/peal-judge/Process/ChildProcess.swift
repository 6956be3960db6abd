import Foundation
import Synchronization

/// A process the judge started: its output, its end, and the way to kill it.
final class ChildProcess: Sendable {
    /// How a process ended.
    struct End: Sendable, Equatable {
        let status: Int32
        let wasKilled: Bool
    }

    private struct State {
        var output: [UInt8] = []
        var outputEnded = false
        var end: End?
    }

    /// Output kept at most; the rest is read and dropped.
    private static let keptOutput = 65_536

    let pid: pid_t
    private let state: SharedState
    private final class SharedState: Sendable {
        let value = Mutex(State())
    }

    private init(pid: pid_t, state: SharedState) {
        self.pid = pid
        self.state = state
    }

    /// Starts a program; what it logs goes to the end of a file.
    static func start(
        _ program: URL, _ arguments: [String], environment: [String: String], log: URL, children: Children
    ) throws -> ChildProcess {
        let state = SharedState()
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        process.standardInput = FileHandle.nullDevice
        if !FileManager.default.fileExists(atPath: log.path) { try Data().write(to: log) }
        let logHandle = try FileHandle(forWritingTo: log)
        defer { try? logHandle.close() }
        try logHandle.seekToEnd()
        process.standardError = logHandle
        let pipe = Pipe()
        process.standardOutput = pipe
        pipe.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            state.value.withLock { state in
                state.outputEnded = data.isEmpty
                if state.output.count < keptOutput { state.output.append(contentsOf: data) }
            }
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        process.terminationHandler = { process in
            children.remove(process.processIdentifier)
            let end = End(status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal)
            state.value.withLock { $0.end = end }
        }
        try process.run()
        children.add(process.processIdentifier)
        return ChildProcess(pid: process.processIdentifier, state: state)
    }

    /// How it ended; `nil` while it runs.
    var end: End? { state.value.withLock { $0.end } }

    var isRunning: Bool { end == nil }

    /// The first line it prints; `nil` when it ended without one.
    func firstLine(within limit: Duration) async throws -> String? {
        try await Stopwatch.poll("no line from process \(pid)", atMost: limit) { () -> String?? in
            let (output, isOver) = state.value.withLock { ($0.output, $0.end != nil && $0.outputEnded) }
            if let newline = output.firstIndex(of: 0x0A) {
                return .some(String(decoding: output[..<newline], as: UTF8.self))
            }
            return isOver ? .some(nil) : nil
        }
    }

    /// All it printed, once it ended.
    func output(within limit: Duration) async throws -> (text: String, end: End) {
        try await Stopwatch.poll("process \(pid) still runs", atMost: limit) {
            state.value.withLock { state in
                guard let end = state.end, state.outputEnded else { return nil }
                return (String(decoding: state.output, as: UTF8.self), end)
            }
        }
    }

    /// Kills it as a power cut would, and waits for its end.
    @discardableResult
    func killNow() async throws -> End {
        kill(pid, SIGKILL)
        return try await waitForEnd(within: .seconds(20))
    }

    /// Asks it to stop, and waits; kills it when it does not.
    func stop() async throws {
        kill(pid, SIGTERM)
        do {
            _ = try await waitForEnd(within: .seconds(20))
        } catch is JudgeError {
            try await killNow()
        }
    }

    func waitForEnd(within limit: Duration) async throws -> End {
        try await Stopwatch.poll("process \(pid) still runs", atMost: limit) { end }
    }
}
