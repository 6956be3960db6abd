package import Logging
import PealEngine
package import PealServer
import Synchronization

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
        // The page comes back to where it was, so every run listens on the port of the first.
        let taken = Mutex(port)
        var isReset = false
        repeat {
            let reset = WakeUp()
            let isAgain = isReset
            try await TemporaryDirectory.with(instead: nil) { directory in
                let plan = try ServerPlan.demo(port: taken.withLock { $0 }, dataDirectory: directory, reset: reset)
                try await Server.run(plan, logger: logger) { server in
                    taken.withLock { $0 = server.port }
                    onReady(server, isAgain)
                }
            }
            isReset = reset.version > 0
        } while isReset
    }
}
