package import Foundation
import Synchronization

/// A process that was started: its output, its end, and the way to kill it.
package final class ChildProcess: Sendable {
    /// How a process ended.
    package struct End: Sendable, Equatable {
        package let status: Int32
        package let wasKilled: Bool
    }

    private final class Ending: Sendable {
        let value = Mutex<End?>(nil)
    }

    package let pid: pid_t
    private let ending: Ending
    /// A file, not a pipe: it is whole as soon as the process has ended, and nobody has to read along.
    private let outputFile: URL

    private init(pid: pid_t, ending: Ending, outputFile: URL) {
        self.pid = pid
        self.ending = ending
        self.outputFile = outputFile
    }

    /// Starts a program; what it logs goes to the end of a file.
    package static func start(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String],
        log: URL,
        children: Children
    ) throws -> ChildProcess {
        let ending = Ending()
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
        let outputFile = log.deletingLastPathComponent().appending(path: "output-\(UUID().uuidString.prefix(8))")
        try Data().write(to: outputFile)
        let outputHandle = try FileHandle(forWritingTo: outputFile)
        defer { try? outputHandle.close() }
        process.standardOutput = outputHandle
        process.terminationHandler = { process in
            children.remove(process.processIdentifier)
            let end = End(status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal)
            ending.value.withLock { $0 = end }
        }
        try process.run()
        children.add(process.processIdentifier)
        return ChildProcess(pid: process.processIdentifier, ending: ending, outputFile: outputFile)
    }

    /// How it ended; `nil` while it runs.
    package var end: End? { ending.value.withLock { $0 } }

    package var isRunning: Bool { end == nil }

    /// The first line it prints; `nil` when it ended without one.
    package func firstLine(within limit: Duration) async throws -> String? {
        try await Stopwatch.poll("no line from process \(pid)", atMost: limit) { () -> String?? in
            let hasEnded = !isRunning
            let text = try output
            if let newline = text.firstIndex(of: "\n") { return .some(String(text[..<newline])) }
            return hasEnded ? .some(nil) : nil
        }
    }

    /// All it printed, once it ended.
    package func output(within limit: Duration) async throws -> (text: String, end: End) {
        let end = try await waitForEnd(within: limit)
        return (try output, end)
    }

    private var output: String { get throws { String(decoding: try Data(contentsOf: outputFile), as: UTF8.self) } }

    /// Kills it as a power cut would, and waits for its end.
    @discardableResult
    package func killNow() async throws -> End {
        kill(pid, SIGKILL)
        return try await waitForEnd(within: .seconds(120))
    }

    /// Asks it to stop, and waits; kills it when it does not.
    package func stop() async throws {
        kill(pid, SIGTERM)
        do {
            _ = try await waitForEnd(within: .seconds(120))
        } catch is JudgeError {
            try await killNow()
        }
    }

    package func waitForEnd(within limit: Duration) async throws -> End {
        try await Stopwatch.poll("process \(pid) still runs", atMost: limit) { end }
    }
}
