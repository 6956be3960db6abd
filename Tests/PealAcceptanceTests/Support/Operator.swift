import Foundation
import Testing

/// Who runs the server: calls the command line next to it, as another process.
struct Operator: Sendable {
    let sandbox: Sandbox

    /// Pauses a queue, and waits until the server has read it.
    func pause(_ provider: String, app: String) async throws {
        try await queues("pause", provider, app)
        try await shows("1", provider, app)
    }

    /// Lets a queue go on, and waits until the server has read it and everything has left.
    func resume(_ provider: String, app: String) async throws {
        try await queues("resume", provider, app)
        try await shows("0", provider, app)
        try await sandbox.settle()
    }

    /// Lets each alert of an app fire as a test.
    func testAlerts(app: String) async throws { try await run("alerts", "test", "--app", app) }

    /// Creates a secret key of an app.
    func createKey(app: String) async throws { try await run("keys", "create", "--app", app) }

    private func queues(_ verb: String, _ provider: String, _ app: String) async throws {
        try await run("queues", verb, provider, "--app", app)
    }

    private func run(_ arguments: String...) async throws {
        let command = Command(program: try Self.program, arguments: arguments + ["--data", sandbox.directory])
        let status = try await command.run()
        #expect(status == 0, "peal \(arguments.joined(separator: " "))")
    }

    /// The server reads what operators change every two seconds of real time.
    private func shows(_ value: String, _ provider: String, _ app: String) async throws {
        let name = "peal_queue_paused{app=\"\(app)\",provider=\"\(provider)\"}"
        _ = try await eventually("\(name) is \(value)") {
            try await sandbox.metric(name)
        } until: {
            $0.flatMap { Double($0) } == Double(value)
        }
    }

    /// `peal`, which is built next to the tests.
    private static var program: URL {
        get throws {
            let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            let program = tests.deletingLastPathComponent().appending(path: "peal")
            try #require(FileManager.default.isExecutableFile(atPath: program.path), "no program at \(program.path)")
            return program
        }
    }
}
