import NIOCore
import NIOPosix
import Testing

@testable import PealHTTP

@Suite("Clients that vanish")
struct VanishedClientTests {
    @Test("the system ends their connections after the time that they have, not after a quarter of an hour")
    func acknowledged() async throws {
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0).get()
        let client = try await ClientBootstrap(group: group).connect(to: try #require(server.localAddress)).get()
        let milliseconds = try await client.eventLoop.submit {
            try VanishedClient.end(client, after: .seconds(75))
            return try client.syncOptions?.getOption(.tcpOption(VanishedClient.option))
        }.get()
        #expect(milliseconds == 75_000)
        try await client.close()
        try await server.close()
    }
}
