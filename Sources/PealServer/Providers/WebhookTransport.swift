import PealCore
import PealEngine
import PealProviderKit

/// The way to receivers of outgoing events, for as long as it is needed.
enum WebhookTransport {
    /// Runs `body` with a client that connects only to receivers that may be called.
    /// - Parameters:
    ///   - settings: which may be called.
    ///   - clock: the wall clock, for addresses of hosts.
    ///   - body: what needs it.
    /// - Returns: what `body` returns.
    /// - Throws: ``ServerError`` for certificates that cannot be read; what `body` throws.
    static func with<Result>(
        _ settings: WebhookSettings,
        clock: any PealClock,
        _ body: (WebhookClient) async throws -> Result
    ) async throws -> Result {
        let way: GuardedTransport
        do {
            way = try GuardedTransport(
                rules: settings.rules,
                now: { clock.now },
                originLimit: 256,
                connectionsPerOrigin: WebhookTurn.width,
                trustRootsPEM: settings.trustRoots.map { Array($0.utf8) }
            )
        } catch {
            throw ServerError(.configuration, "webhooks.caFile: \(error)")
        }
        do {
            let result = try await body(WebhookClient(rules: settings.rules, transport: way.impatient))
            await way.shutDown()
            return result
        } catch {
            await way.shutDown()
            throw error
        }
    }
}
