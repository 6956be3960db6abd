import AsyncHTTPClient
import JudgeKit
import NIOCore
import PealAPNs
import PealCore
import PealExpo
import PealFCM
import PealProviderKit

/// Measures Peal's own clients, put together as the server does it.
struct PealSenders: Sendable {
    static let name = "Peal"
    /// How many devices the pushes go to.
    static let devices = 1_000
    private static let expoConcurrency = 600

    let services: SimulatedServices
    let concurrency: Int
    let seconds: Double

    private var load: SendingLoad { SendingLoad(concurrency: concurrency, seconds: seconds) }

    func apns(_ account: APNsAccount, tokens: [String]) async throws -> SenderFigures {
        let options = try APNsOptions(
            signingKey: account.signingKey,
            keyID: account.keyID,
            teamID: account.teamID,
            bundleID: account.bundleID,
            productionEndpoint: account.endpoint,
            sandboxEndpoint: account.sandboxEndpoint,
            trustRootsPEM: account.rootPEM
        )
        let provider = APNsProvider(
            options: options,
            now: { Stopwatch.wallClock },
            random: { Double.random(in: 0..<1) }
        )
        let messages = SampleMessage.messages(to: tokens, platform: .ios, environment: "production")
        do {
            let figures = try await load.measure(Self.name, provider, messages)
            await provider.shutdown()
            return figures
        } catch {
            await provider.shutdown()
            throw error
        }
    }

    func fcm() async throws -> SenderFigures {
        let options = try FCMOptions(serviceAccount: try await services.serviceAccount(), endpoint: services.fcm)
        let messages = SampleMessage.messages(
            to: try await services.tokens(.fcm, Self.devices),
            platform: .android
        )
        return try await withTransport(connections: concurrency) { transport in
            let provider = FCMProvider(options: options, transport: transport, now: { Stopwatch.wallClock })
            return try await load.measure(Self.name, provider, messages)
        }
    }

    /// The same over HTTP/2 and TLS, as Google is reached.
    func fcmHTTP2() async throws -> SenderFigures {
        let options = try FCMOptions(
            serviceAccount: try await services.serviceAccount(),
            endpoint: services.fcmHTTP2
        )
        let messages = SampleMessage.messages(
            to: try await services.tokens(.fcm, Self.devices),
            platform: .android
        )
        let connections = try FCMConnections(
            options: options,
            trustRootsPEM: try await services.rootPEM(),
            now: { Stopwatch.wallClock },
            random: { Double.random(in: 0..<1) }
        )
        return try await withTransport(connections: 1) { transport in
            let provider = FCMProvider(
                options: options,
                transport: transport,
                connections: connections,
                now: { Stopwatch.wallClock }
            )
            do {
                let figures = try await load.measure(SendersReport.fcmHTTP2, provider, messages)
                await connections?.shutdown()
                return figures
            } catch {
                await connections?.shutdown()
                throw error
            }
        }
    }

    func expo() async throws -> SenderFigures {
        let options = try ExpoOptions(
            accessToken: try await services.expoAccessToken(),
            endpoint: services.expo
        )
        let messages = SampleMessage.messages(
            to: try await services.tokens(.expo, Self.devices),
            platform: .android
        )
        return try await withTransport(connections: 8) { transport in
            let provider = ExpoProvider(options: options, transport: transport, now: { Stopwatch.wallClock })
            return try await SendingLoad(concurrency: Self.expoConcurrency, seconds: seconds)
                .measure(Self.name, provider, messages)
        }
    }

    /// A client as the server makes it, with room for what is under way.
    private func withTransport<Result>(
        connections: Int,
        _ body: (HTTPTransport) async throws -> Result
    ) async throws -> Result {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(5), read: .seconds(10))
        )
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
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
