import Logging
import NIOCore
import NIOHTTP2
import NIOPosix
import ServiceLifecycle
import Testing

@testable import PealSandbox

@Suite("A connection to APNs")
struct ConnectionRuleTests {
    @Test("has one stream until a provider token was good, then many")
    func firstStream() async throws {
        try await APNsBench.run(maxConcurrentStreams: 7) { bench in
            let client = try await bench.connect()
            #expect(client.news.limits == [1])
            var request = try bench.request(bench.simulator.makeToken(app: "demo"))
            request["authorization"] = nil
            #expect(try await client.answer(request).status == "403")
            #expect(client.news.limits == [1])
            #expect(try await client.answer(bench.request(bench.simulator.makeToken(app: "demo"))).status == "200")
            #expect(client.news.limits == [1, 7])
        }
    }

    @Test("refuses the streams of a client that opens too many, and no others")
    func refusedStreams() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect(ignoresLimit: true)
            // An answer proves that the server has seen that its SETTINGS arrived.
            var bad = try bench.request(bench.simulator.makeToken(app: "demo"))
            bad["authorization"] = nil
            #expect(try await client.answer(bad).status == "403")
            let open = try await client.start([bench.request(bench.simulator.makeToken(app: "demo"))], end: false)
            let late = try await client.outcomes(
                (0..<5).map { _ in try bench.request(bench.simulator.makeToken(app: "demo")) }
            )
            #expect(late == Array(repeating: .reset(.refusedStream, RawAnswer()), count: 5))
            try await client.finish(3, " ")
            #expect(try await open[0].get().status == "200")
            #expect(bench.simulator.requestLog.counters.accepted == 1)
        }
    }

    @Test("answers a burst of all the streams there may be")
    func burst() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let token = try bench.providerToken()
            let requests = try (0..<100).map { _ in
                try bench.request(bench.simulator.makeToken(app: "demo"), providerToken: token)
            }
            #expect(try await client.answer(requests[0]).status == "200")
            for _ in 0..<5 {
                #expect(try await client.outcomes(requests).allSatisfy { $0.status == "200" })
            }
            #expect(bench.simulator.requestLog.counters.accepted == 501)
        }
    }

    @Test("that sends GOAWAY amid a burst answers what it accepted, and refuses the rest")
    func goodbye() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let token = try bench.providerToken()
            let phones = try (0..<40).map { _ in try bench.phone() }
            #expect(try await client.answer(bench.request(phones[0].token, providerToken: token)).status == "200")
            try bench.simulator.faults.add(
                Fault(
                    match: FaultMatch(token: phones[20].token),
                    answer: Fault.Answer(status: 503, reason: "Shutdown"),
                    reset: .goAway,
                    times: 1
                )
            )
            let requests = try phones.enumerated().map { index, phone in
                try bench.request(phone.token, providerToken: token, id: "ntf_\(index)")
            }
            let outcomes = try await client.outcomes(requests)
            try await client.channel.closeFuture.get()
            #expect(outcomes[..<20].allSatisfy { $0.status == "200" })
            #expect(outcomes[20...].first { $0 != .notProcessed } == nil)
            // Stream 1 was the first request; the burst's request 20 is stream 43.
            #expect(
                client.news.goodbyes.first
                    == RawNews.Goodbye(last: 41, code: .noError, debug: #"{"reason":"Shutdown"}"#)
            )
            // Nothing is lost and nothing doubled: what was refused may be sent again.
            let again = try await bench.connect()
            for request in requests[20...] { #expect(try await again.answer(request).status == "200") }
            for (index, phone) in phones.enumerated() where index > 0 {
                #expect(try bench.shown(phone.id) == ["ntf_\(index)"])
                #expect(try bench.simulator.phones.phone(phone.id).received == 1)
            }
        }
    }

    @Test("that says goodbye waits for a body that is under way")
    func drained() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let phone = try bench.phone()
            let token = try bench.providerToken()
            let request = try bench.request(phone.token, providerToken: token)
            #expect(try await client.answer(request).status == "200")
            let open = try await client.start([request], end: false)
            try bench.simulator.faults.add(try Fault(text: #"{"times":1,"reset":"goaway"}"#))
            #expect(try await client.outcomes([request]) == [.notProcessed])
            #expect(client.news.goodbyes.map(\.last) == [3])
            try await client.finish(3, " ")
            #expect(try await open[0].get().status == "200")
            try await client.channel.closeFuture.get()
        }
    }

    @Test("gives up one stream alone when a client takes a request back")
    func abandoned() async throws {
        try await APNsBench.run { bench in
            let client = try await bench.connect()
            let phone = try bench.phone()
            let request = try bench.request(phone.token)
            try bench.simulator.faults.add(Fault(delay: .seconds(600), times: 1))
            let slow = try await client.start([request])
            let reset = HTTP2Frame(streamID: 1, payload: .rstStream(.cancel))
            try await client.channel.writeAndFlush(reset)
            #expect(try await client.answer(request).status == "200")
            bench.release()
            #expect(try await client.answer(request).status == "200")
            #expect(try bench.simulator.phones.phone(phone.id).received == 2)
            try await client.channel.close()
            #expect(try await slow[0].get() == .lost)
        }
    }

    @Test("is made with the simulator's root alone, by name and by address")
    func trust() async throws {
        try await APNsBench.run { bench in
            let root = bench.simulator.rootPEM
            let request = try bench.request(bench.simulator.makeToken(app: "demo"))
            for host in ["127.0.0.1", "localhost"] {
                let client = try await RawClient.connect(to: bench.simulator.baseURL, rootPEM: root, host: host)
                #expect(try await client.answer(request).status == "200")
            }
            let stranger = try APNsBench.make().simulator.rootPEM
            await #expect(throws: (any Error).self) {
                try await RawClient.connect(to: bench.simulator.baseURL, rootPEM: stranger)
            }
        }
    }

    @Test("without TLS is no connection")
    func plain() async throws {
        try await APNsBench.run { bench in
            let port = try #require(bench.simulator.baseURL?.split(separator: ":").last.flatMap { Int($0) })
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "127.0.0.1", port: port).get()
            let greeting = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
            try await channel.writeAndFlush(ByteBuffer(string: greeting))
            try await channel.closeFuture.get()
            #expect(bench.simulator.requestLog.counters.requests == 0)
        }
    }

    @Test("hears goodbye when the simulator is shut down, after what was under way was answered")
    func shutDown() async throws {
        let bench = try APNsBench.make(patience: .seconds(600))
        let simulator = bench.simulator
        let services = ServiceGroup(
            services: [Serving(simulator: simulator)],
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            _ = try await simulator.ready()
            let client = try await bench.connect()
            let request = try bench.request(simulator.makeToken(app: "demo"))
            #expect(try await client.answer(request).status == "200")
            let open = try await client.start([request], end: false)
            #expect(try await client.answer(request).status == "200")
            await services.triggerGracefulShutdown()
            for await _ in client.news.heard {}
            try await client.finish(3, " ")
            #expect(try await open[0].get().status == "200")
            try await group.waitForAll()
            #expect(client.news.goodbyes.map(\.code) == [.noError])
            #expect(simulator.baseURL == nil)
        }
    }
}

private struct Serving: Service {
    let simulator: APNsSimulator

    func run() async throws { try await simulator.run() }
}
