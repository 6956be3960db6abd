import PealEngine
import ServiceLifecycle

/// Ends the server's group gracefully once a signal fires.
struct ResetService: Service {
    let wakeUp: WakeUp

    func run() async throws {
        await cancelWhenGracefulShutdown { await wakeUp.wait(after: 0) }
    }
}
