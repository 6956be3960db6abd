import Logging
import ServiceLifecycle

extension APNsSimulator {
    /// Serves until it is cancelled or shut down gracefully; once only.
    ///
    /// Either way each client hears goodbye (GOAWAY); on a graceful shutdown what is under way is answered first.
    /// - Parameter onReady: called with the production environment's port as soon as both take requests.
    /// - Throws: what keeps it from serving, for example a port that is taken.
    public func run(onReady: @escaping @Sendable (Int) async -> Void = { _ in }) async throws {
        let delays = DelayQueue()
        let listeners = TLSListeners(tls: tls)
        let listen = { (port: Int, environment: Environment) async throws -> Int in
            try await listeners.listen(port: port) { try APNsServerConnection.install($0, self, environment, delays) }
        }
        defer {
            production.close()
            sandbox.close()
        }
        do {
            sandbox.open(try await listen(ports[.sandbox] ?? 0, .sandbox))
            let port = try await listen(ports[.production] ?? 0, .production)
            production.open(port)
            await onReady(port)
        } catch {
            await listeners.close(isPatient: false)
            throw error
        }
        logger.debug("apns simulator takes requests")
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await delays.run(self.world) }
            var isPatient = true
            do { try await gracefulShutdown() } catch { isPatient = false }
            await listeners.close(isPatient: isPatient)
            group.cancelAll()
        }
        logger.debug("apns simulator stopped")
    }
}
