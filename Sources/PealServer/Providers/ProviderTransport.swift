import AsyncHTTPClient
import NIOCore
package import PealProviderKit

/// The way to push services that need no guard, for as long as it is needed.
package enum ProviderTransport {
    /// Runs `body` with an HTTP client of its own.
    /// - Parameters:
    ///   - connections: how many it may hold to one service.
    ///   - body: what needs it.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    package static func with<Result>(connections: Int = 8, _ body: (HTTPTransport) async throws -> Result) async throws
        -> Result
    {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: .seconds(15))
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        // A service that refuses is said so at once, not after the time-out.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.idleTimeout = .seconds(120)
        // Expo is told that it may compress its answers. As browsers do it: what unpacks to far more ends the call.
        configuration.decompression = HTTPClient.Configuration.singletonConfiguration.decompression
        // Nothing reads spans, and each costs as much as the message it is about.
        configuration.tracing.tracer = nil
        let settings = configuration
        let clients = RenewingTransport { HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings) }
        do {
            let result = try await body(clients.transport)
            await clients.shutDown()
            return result
        } catch {
            await clients.shutDown()
            throw error
        }
    }
}
