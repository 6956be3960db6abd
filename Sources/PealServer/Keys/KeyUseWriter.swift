import Logging
import PealEngine
import ServiceLifecycle

/// Stores when secret keys were used last: once a minute, and at the end.
struct KeyUseWriter: Service {
    let keys: SecretKeyring
    let logger: Logger

    /// Runs until graceful shutdown.
    func run() async throws {
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            await cancelWhenGracefulShutdown {
                try? await Task.sleep(for: SecretKeyring.usePrecision, clock: .continuous)
            }
            do {
                try await keys.writeUses()
            } catch {
                logger.error("cannot store when secret keys were used", metadata: ["error": "\(error)"])
            }
        }
    }
}
