import PealHTTP
import ServiceLifecycle

/// Reads an app's key set from its URL whenever it is due, so that no call of a user waits for it.
struct KeySetRefresher: Service {
    let set: RemoteKeySet

    /// Runs until graceful shutdown.
    func run() async throws {
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            await cancelWhenGracefulShutdown { [set] in
                await set.refresh()
                try? await Task.sleep(for: set.untilDue, clock: .continuous)
            }
        }
    }
}
