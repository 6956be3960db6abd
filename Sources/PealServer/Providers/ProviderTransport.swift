import AsyncHTTPClient
import NIOCore
import PealProviderKit

/// The way to push services that a command takes, for as long as it needs it.
enum ProviderTransport {
    /// Runs `body` with a client of its own.
    static func with<Result>(_ body: (HTTPTransport) async throws -> Result) async throws -> Result {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: .seconds(10))
        )
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let result = try await body(.client(client))
            try await client.shutdown()
            return result
        } catch {
            try? await client.shutdown()
            throw error
        }
    }
}
