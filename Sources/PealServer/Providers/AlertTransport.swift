import Foundation
package import PealEngine
import PealHTTP
import PealProviderKit

/// The way to the destinations of `alertTo`, for as long as it is needed.
package enum AlertTransport {
    /// Runs `body` with destinations that are each connected to only where their entry allows it.
    /// - Parameters:
    ///   - configuration: the entries, and what the messages call this server.
    ///   - clock: the wall clock, for addresses of hosts.
    ///   - body: what needs them.
    /// - Returns: what `body` returns.
    /// - Throws: ``ServerError`` for certificates that cannot be read; what `body` throws.
    package static func with<Result>(
        _ configuration: ServerConfiguration,
        clock: any PealClock,
        _ body: (AlertDestinations) async throws -> Result
    ) async throws -> Result {
        var ways: [GuardedTransport] = []
        func shutDown() async { for way in ways { await way.shutDown() } }
        do {
            var all: [AlertDestination] = []
            for entry in configuration.alertTo {
                let way = try guarded(entry, clock)
                ways.append(way)
                all.append(
                    AlertDestination(name: entry.name, host: entry.host, way: entry.way, transport: way.impatient)
                )
            }
            let installation = configuration.publicURL?.text ?? ProcessInfo.processInfo.hostName
            let result = try await body(
                AlertDestinations(all, installation: installation, docs: configuration.docsURL?.text)
            )
            await shutDown()
            return result
        } catch {
            await shutDown()
            throw error
        }
    }

    private static func guarded(_ entry: AlertToSettings, _ clock: any PealClock) throws -> GuardedTransport {
        do {
            return try GuardedTransport(
                rules: entry.rules,
                now: { clock.now },
                originLimit: 1,
                connectionsPerOrigin: 1,
                triesAllAddresses: true,
                trustRootsPEM: entry.trustRoots.map { Array($0.utf8) }
            )
        } catch {
            throw ServerError(.configuration, "alertTo, \(entry): caFile: \(error)")
        }
    }
}
