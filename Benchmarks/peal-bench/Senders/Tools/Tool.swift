import Foundation
import JudgeKit

/// A program that is not ours, run to its end.
struct Tool: Sendable {
    /// What it printed, and what it cost.
    struct Run: Sendable {
        let output: String
        let cpuSeconds: Double
        let status: Int32
    }

    let program: URL
    let workspace: Workspace
    let children: Children

    /// The program of a name, or at a path; `nil` when there is none.
    static func find(_ name: String) -> URL? {
        if name.contains("/") {
            return FileManager.default.isExecutableFile(atPath: name) ? URL(filePath: name) : nil
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(filePath: "\($0)/\(name)") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    /// Runs it; nothing else the benchmark started may end meanwhile, or its time would be counted here.
    func run(_ arguments: [String], atMost limit: Duration) async throws -> Run {
        let cpu = ProcessorTime.endedChildren
        let child = try start(arguments)
        do {
            let (text, end) = try await child.output(within: limit)
            return Run(output: text, cpuSeconds: ProcessorTime.endedChildren - cpu, status: end.status)
        } catch {
            try await child.killNow()
            throw error
        }
    }

    /// A child inherits the signals this thread blocks; without its alarm, `openssl speed` never stops.
    private func start(_ arguments: [String]) throws -> ChildProcess {
        var alarm = sigset_t()
        var before = sigset_t()
        sigemptyset(&alarm)
        sigaddset(&alarm, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &alarm, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try ChildProcess.start(
            program,
            arguments,
            environment: [:],
            log: workspace.path("\(program.lastPathComponent).log"),
            children: children
        )
    }
}
