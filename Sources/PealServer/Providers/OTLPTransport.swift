package import PealEngine
import PealProviderKit

/// The way to the collector of logs and traces, for as long as it is needed.
package enum OTLPTransport {
    /// Runs `body` with a client that connects only to a collector that may be called; without settings there is none.
    /// - Parameters:
    ///   - settings: which it is.
    ///   - clock: the wall clock, for addresses of hosts.
    ///   - body: what needs it.
    /// - Returns: what `body` returns.
    /// - Throws: ``ServerError`` for certificates that cannot be read; what `body` throws.
    package static func with<Result>(
        _ settings: OTLPSettings?,
        clock: any PealClock,
        _ body: (OTLPClient?) async throws -> Result
    ) async throws -> Result {
        guard let settings else { return try await body(nil) }
        let way: GuardedTransport
        do {
            way = try GuardedTransport(
                rules: settings.rules,
                now: { clock.now },
                originLimit: 1,
                connectionsPerOrigin: OTLPSignal.allCases.count,
                trustRootsPEM: settings.trustRoots.map { Array($0.utf8) }
            )
        } catch {
            throw ServerError(.configuration, "otlp.caFile: \(error)")
        }
        do {
            let result = try await body(settings.client(way.impatient))
            await way.shutDown()
            return result
        } catch {
            await way.shutDown()
            throw error
        }
    }
}
