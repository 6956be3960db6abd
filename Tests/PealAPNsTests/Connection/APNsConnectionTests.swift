import NIOCore
import NIOPosix
import PealCore
import PealProviderKit
import PealTesting
import Synchronization
import Testing

@testable import PealAPNs
@testable import PealHTTP2

@Suite("Connections to APNs", .serialized)
struct APNsConnectionTests {
    @Test("that are told to leave mid-burst lose no push and double none")
    func goAwayMidBurst() async throws {
        // Hundreds of pushes wait for twenty streams: on a busy machine that takes a while.
        var timing = HTTP2Timing()
        timing.timeout = .minutes(5)
        let server = ScriptedAPNs(maxStreams: 20) { seen, _ in
            seen.connection < 4 && seen.stream == 121 ? .goAway() : .answer(200)
        }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                let outcomes = await provider.sendAll(0..<600, resending: true)
                #expect(outcomes.count { $0.isAccepted } == 600)
                let delivered = server.record.delivered
                #expect(delivered.count == 600)
                #expect(Set(delivered).count == 600)
                #expect(server.record.connections == 4)
            }
        }
    }

    @Test("that are told to leave wait for the answers they are owed")
    func goAwayOwed() async throws {
        let server = ScriptedAPNs { _, number in number == 2 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                async let owed = provider.send(APNsFixtures.message(2))
                await server.until { $0.held == 1 }
                server.sayGoodbye()
                #expect(await provider.sendAll(3..<4, resending: true).map(\.isAccepted) == [true])
                #expect(server.record.connections == 2)
                server.release()
                #expect(await owed.brief == "accepted")
            }
        }
    }

    @Test("that say nothing more are found dead and dropped")
    func deadPeer() async throws {
        var timing = HTTP2Timing()
        timing.pingAnswer = .seconds(2)
        let server = ScriptedAPNs { _, number in number == 2 ? .freeze : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                #expect(await provider.send(APNsFixtures.message(2)).brief == "unknown connection-dead")
                #expect(await provider.send(APNsFixtures.message(3)).isAccepted)
                #expect(server.record.connections == 2)
            }
        }
    }

    @Test("are asked whether they live when nothing was sent for a while")
    func keepAlive() async throws {
        var timing = HTTP2Timing()
        timing.idle = .milliseconds(50)
        timing.pingAnswer = .seconds(2)
        let server = ScriptedAPNs()
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                await server.until { $0.pings >= 3 }
                #expect(await provider.send(APNsFixtures.message(2)).isAccepted)
                #expect(server.record.connections == 1)
            }
        }
    }

    @Test("are not hammered at where the server hangs up", arguments: [1, 3])
    func noStorm(connections: Int) async throws {
        let accepted = Mutex(0)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                accepted.withLock { $0 += 1 }
                return channel.close()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let url = "https://localhost:\(listener.localAddress?.port ?? 0)"
        var timing = HTTP2Timing()
        timing.firstPause = .seconds(30)
        let options = try APNsFixtures.options(production: url, connections: connections)
        try await APNsFixtures.provider(options, timing: timing) { provider in
            for _ in 0..<3 {
                let outcomes = await provider.sendAll(0..<200)
                #expect(outcomes.count == 200)
                #expect(outcomes.allSatisfy { $0.brief.hasPrefix("unavailable ") })
            }
            #expect(provider.load == 0)
        }
        #expect((1...connections).contains(accepted.withLock { $0 }))
        try await listener.close().get()
    }

    @Test("come back when the server does")
    func reconnect() async throws {
        var timing = HTTP2Timing()
        timing.firstPause = .milliseconds(1)
        let server = ScriptedAPNs { seen, _ in seen.connection == 1 ? .hangUp : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).brief == "unknown connection-closed")
                var outcome = await provider.send(APNsFixtures.message(2))
                while case .unavailable = outcome { outcome = await provider.send(APNsFixtures.message(2)) }
                #expect(outcome.isAccepted)
            }
        }
    }

    @Test("are refused to a server whose certificate nobody vouches for")
    func untrusted() async throws {
        let server = ScriptedAPNs()
        try await server.run { url in
            let options = try APNsFixtures.options(production: url, trustRootsPEM: nil)
            try await APNsFixtures.provider(options) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).brief == "unavailable certificate-not-verified")
                #expect(await provider.checkCredentials() == .unreachable(reason: "certificate-not-verified"))
                #expect(server.record.seen.isEmpty)
            }
        }
    }

    @Test(
        "are refused to a server that did not agree to HTTP/2, though it speaks it (P11)",
        arguments: [[], ["http/1.1"]]
    )
    func otherProtocol(_ protocols: [String]) async throws {
        let server = ScriptedAPNs(protocols: protocols)
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).brief == "unavailable alpn-not-h2")
                #expect(await provider.checkCredentials() == .unreachable(reason: "alpn-not-h2"))
                #expect(server.record.seen.isEmpty)
            }
        }
    }

    @Test("that end after a goodbye say so, which is no failure of the service (P11)")
    func goodbyeThenEnd() async throws {
        let server = ScriptedAPNs { _, number in number == 2 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                async let owed = provider.send(APNsFixtures.message(2))
                await server.until { $0.held == 1 }
                server.sayGoodbye()
                server.hangUp()
                let outcome = await owed
                #expect(outcome == .unknown(reason: SendOutcome.goAway))
                #expect(CircuitBreaker.Observation(outcome) == .silent)
            }
        }
    }

    @Test("share a burst")
    func spread() async throws {
        let server = ScriptedAPNs(maxStreams: 5) { seen, _ in (3...11).contains(seen.stream) ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url, connections: 2)) { provider in
                async let outcomes = provider.sendAll(0..<100)
                await server.until { $0.held == 10 }
                #expect(Set(server.record.seen.map(\.connection)).count == 2)
                server.release()
                let accepted = await outcomes.count { $0.isAccepted }
                #expect(accepted == 100)
            }
        }
    }

    @Test("end with the provider: what is on its way gets its answer, what comes later is told")
    func shutdown() async throws {
        let server = ScriptedAPNs { _, number in number == 2 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                async let owed = provider.send(APNsFixtures.message(2))
                await server.until { $0.held == 1 }
                async let end: Void = provider.shutdown()
                var late = await provider.send(APNsFixtures.message(3))
                while late.isAccepted { late = await provider.send(APNsFixtures.message(3)) }
                #expect(late.brief == "unavailable shut-down")
                server.release()
                #expect(await owed.brief == "accepted")
                await end
            }
        }
    }
}
