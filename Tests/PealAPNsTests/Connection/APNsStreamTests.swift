import NIOCore
import NIOHTTP2
import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealAPNs
@testable import PealHTTP2

@Suite("Streams to APNs", .serialized)
struct APNsStreamTests {
    @Test("are one at a time until the first success")
    func firstAlone() async throws {
        let server = ScriptedAPNs { _, number in number == 1 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                async let outcomes = provider.sendAll(0..<50)
                await server.until { $0.held == 1 }
                #expect(server.record.open == 1)
                server.release()
                let accepted = await outcomes.count { $0.isAccepted }
                #expect(accepted == 50)
                #expect(server.record.openBeforeFirstAnswer == 1)
                #expect(server.record.connections == 1)
            }
        }
    }

    @Test("stay one at a time while the server refuses the provider token")
    func unproven() async throws {
        let server = ScriptedAPNs { _, _ in .answer(403, reason: "InvalidProviderToken") }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                let outcomes = await provider.sendAll(0..<20)
                #expect(outcomes.allSatisfy { $0.brief == "rejected configuration InvalidProviderToken" })
                #expect(server.record.mostOpen == 1)
            }
        }
    }

    @Test("are never more than the server allows, also when it changes its mind")
    func serverLimit() async throws {
        let server = ScriptedAPNs(maxStreams: 10) { _, number in (2...50).contains(number) ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                async let outcomes = provider.sendAll(0..<100)
                await server.until { $0.held == 10 }
                server.limitStreams(to: 3)
                await server.until { $0.acknowledgements == 2 }
                server.release()
                await server.until { $0.held == 3 && $0.seen.count == 14 }
                server.restartCount()
                #expect(server.record.open == 3)
                server.limitStreams(to: 20)
                await server.until { $0.held == 20 }
                #expect(server.record.mostOpen == 20)
                server.limitStreams(to: 1000)
                server.release()
                await server.until { $0.seen.count >= 50 }
                server.release()
                let accepted = await outcomes.count { $0.isAccepted }
                #expect(accepted == 100)
                #expect(Set(server.record.delivered).count == 100)
            }
        }
    }

    @Test(
        "that end badly say what is known",
        arguments: [
            (ScriptedAPNs.Act.reset(.refusedStream), "notProcessed REFUSED_STREAM"),
            (.reset(.internalError), "unknown RST_STREAM_2"),
            (.reset(.cancel), "unknown RST_STREAM_8"),
            (.half(200), "accepted"),
            (.half(400), "unavailable answer-truncated"),
            (.half(410), "unavailable answer-truncated"),
            (.hangUp, "unknown connection-closed"),
            (.goAway(), "notProcessed GOAWAY"),
            (.goAway(reason: "BadCertificate"), "notProcessed BadCertificate"),
            (.answer(400, reason: "IdleTimeout"), "notProcessed IdleTimeout"),
        ]
    )
    func badEnds(_ act: ScriptedAPNs.Act, expected: String) async throws {
        let server = ScriptedAPNs { _, number in number == 2 ? act : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                #expect(await provider.send(APNsFixtures.message(2)).brief == expected)
                #expect(await provider.send(APNsFixtures.message(3)).isAccepted)
                #expect(provider.load == 0)
            }
        }
    }

    @Test("that are never answered end after the time-out; the connection lives on where others are answered")
    func timeout() async throws {
        var timing = HTTP2Timing()
        timing.timeout = .seconds(4)
        let server = ScriptedAPNs { _, number in number == 2 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                async let unanswered = provider.send(APNsFixtures.message(2))
                await server.until { $0.held == 1 }
                #expect(await provider.send(APNsFixtures.message(3)).isAccepted)
                #expect(await unanswered.brief == "unknown timeout")
                await server.until { $0.resets == 1 }
                #expect(await provider.send(APNsFixtures.message(4)).isAccepted)
                #expect(server.record.connections == 1)
            }
        }
    }

    @Test("that time out where nothing was answered since take no more company: the next push dials (P1)")
    func silence() async throws {
        var timing = HTTP2Timing()
        timing.timeout = .seconds(4)
        let server = ScriptedAPNs { seen, number in
            seen.connection == 1 && number > 1 ? .hold : .answer(200)
        }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                let silent = await provider.sendAll(2..<6)
                #expect(silent.allSatisfy { $0.brief == "unknown timeout" })
                #expect(await provider.sendAll(6..<10).allSatisfy(\.isAccepted))
                #expect(server.record.connections == 2)
                #expect(provider.load == 0)
            }
        }
    }

    @Test("whose caller gives up early say nothing of the connection")
    func earlyEnd() async throws {
        var timing = HTTP2Timing()
        timing.lastWord = .milliseconds(50)
        let server = ScriptedAPNs { _, number in number == 2 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url), timing: timing) { provider in
                #expect(await provider.send(APNsFixtures.message(1)).isAccepted)
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { _ = await provider.send(APNsFixtures.message(2)) }
                    await server.until { $0.held == 1 }
                    group.cancelAll()
                }
                #expect(await provider.send(APNsFixtures.message(3)).isAccepted)
                #expect(server.record.connections == 1)
            }
        }
    }

    @Test("are withdrawn when the caller gives up before they were sent, and keep their answer afterwards")
    func cancellation() async throws {
        let server = ScriptedAPNs { _, number in number == 1 ? .hold : .answer(200) }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                let outcomes = await withTaskGroup(of: SendOutcome.self) { group in
                    group.addTask { await provider.send(APNsFixtures.message(1)) }
                    await server.until { $0.held == 1 }
                    group.addTask { await provider.send(APNsFixtures.message(2)) }
                    group.cancelAll()
                    var outcomes: [SendOutcome] = []
                    if let first = await group.next() { outcomes.append(first) }
                    server.release()
                    for await outcome in group { outcomes.append(outcome) }
                    return outcomes
                }
                #expect(outcomes.map(\.brief) == ["notProcessed cancelled", "accepted"])
                #expect(server.record.seen.count == 1)
            }
        }
    }

    @Test("leave nothing behind after thousands of pushes")
    func noLeak() async throws {
        let server = ScriptedAPNs(maxStreams: 50) { _, number in
            switch number % 10 {
            case 3: .answer(410, reason: "Unregistered", timestamp: 1)
            case 7: .reset(.refusedStream)
            default: .answer(200)
            }
        }
        try await server.run { url in
            try await APNsFixtures.provider(APNsFixtures.options(production: url)) { provider in
                for start in stride(from: 0, to: 2_000, by: 500) {
                    let outcomes = await provider.sendAll(start..<start + 500)
                    #expect(outcomes.count == 500)
                }
                #expect(server.record.seen.count == 2_000)
                // An entry left behind would for ever take up one of the fifty streams the server allows.
                #expect(server.record.connections == 1)
                await server.until { $0.open == 0 }
                #expect(provider.load == 0)
            }
        }
    }
}
