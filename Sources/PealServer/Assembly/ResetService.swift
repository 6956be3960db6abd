import PealEngine
import ServiceLifecycle

/// Ends the server's group gracefully once a signal fires.
struct ResetService: Service {
    let signal: WakeSignal

    func run() async throws {
        await cancelWhenGracefulShutdown { await signal.wait(after: 0) }
    }
}
