package import Logging
import PealEngine
package import PealServer

/// The demo: a sandbox with apps, users and virtual phones, and a page to try it all.
package enum Demo {
    /// Serves until SIGTERM or SIGINT; a reset starts again with nothing stored.
    /// - Parameters:
    ///   - port: the port; 0 picks a free one.
    ///   - logger: where the server logs.
    ///   - onReady: called when the page can be opened, at the start and after each reset.
    /// - Throws: ``ServerError`` when it cannot start.
    package static func run(
        port: Int,
        logger: Logger,
        onReady: @escaping @Sendable (_ server: RunningServer, _ isReset: Bool) -> Void
    ) async throws {
        // In an operator's words, before anything is opened.
        try PortProbe.check(host: "127.0.0.1", port: port)
        try await DemoDoor.with(port: port) { door, taken in
            var isReset = false
            repeat {
                let reset = WakeUp()
                let isAgain = isReset
                try await TemporaryDirectory.with(instead: nil) { directory in
                    let plan = try ServerPlan.demo(dataDirectory: directory, reset: reset)
                    try await withThrowingTaskGroup(of: Void.self) { tasks in
                        tasks.addTask {
                            await reset.wait(after: 0)
                            door.close()
                        }
                        try await Server.run(plan, logger: logger) { server in
                            door.open(to: server.port)
                            var seen = server
                            seen.port = taken
                            seen.url = "http://127.0.0.1:\(taken)"
                            onReady(seen, isAgain)
                        }
                        tasks.cancelAll()
                    }
                }
                isReset = reset.version > 0
            } while isReset
        }
    }
}
