import PealWebPush
import ServiceLifecycle

/// Makes keys for Web Push ahead while nothing is being sent.
struct KeyStockService: Service {
    let keys: EphemeralKeys

    func run() async throws { await cancelWhenGracefulShutdown { await keys.run() } }
}
