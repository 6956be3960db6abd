import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox
@testable import PealWebPush

@Suite("When a push service fails")
struct WebPushFaultTests {
    /// Answers, and what they mean.
    static let meanings: [(answer: String, outcome: SendOutcome)] = [
        (#"{"status":503,"retryAfter":7}"#, SendOutcome.unavailable(reason: "errno-201", retryAfter: .seconds(7))),
        (#"{"status":500}"#, .unavailable(reason: "errno-999", retryAfter: nil)),
        (#"{"status":502,"body":"<html>"}"#, .unavailable(reason: "HTTP_502", retryAfter: nil)),
        (#"{"status":410}"#, .gone(reason: "errno-103", since: nil)),
        (#"{"status":404}"#, .gone(reason: "errno-102", since: nil)),
        (
            #"{"status":400,"reason":"VapidPkHashMismatch"}"#,
            .rejected(reason: "VapidPkHashMismatch", scope: .device)
        ),
        (#"{"status":403,"reason":"BadJwtToken"}"#, .rejected(reason: "BadJwtToken", scope: .configuration)),
        (#"{"status":401,"reason":"errno-109"}"#, .rejected(reason: "errno-109", scope: .device)),
        (#"{"status":413}"#, .rejected(reason: "errno-104", scope: .size)),
        (#"{"status":302}"#, .rejected(reason: "redirected", scope: .message)),
        (
            #"{"status":429,"retryAfter":7}"#,
            .throttled(reason: "errno-201", retryAfter: .seconds(7), scope: .device)
        ),
        (
            #"{"status":429,"retryAfter":"Thu, 20 Nov 2025 18:00:30 GMT"}"#,
            .throttled(reason: "errno-201", retryAfter: .seconds(30), scope: .device)
        ),
    ]

    @Test("an answer becomes an outcome", arguments: meanings, [false, true])
    func answers(_ row: (answer: String, outcome: SendOutcome), speaksHTTP2: Bool) async throws {
        try await WebPushBench.run(speaksHTTP2: speaksHTTP2) { bench in
            let phone = try bench.phone()
            try bench.simulator.faults.add(
                try Fault(text: #"{"provider":"webpush","times":1,"answer":\#(row.answer)}"#)
            )
            let provider = bench.provider()
            #expect(await provider.send(.fixture(token: phone.token, platform: .web)) == row.outcome)
            #expect(try bench.notifications(phone.id).isEmpty)
            bench.clock.advance(by: .seconds(30))
            #expect(await provider.send(.fixture(token: phone.token, platform: .web)).isAccepted)
        }
    }

    @Test(
        "others at the same service wait too, without a question, until its time is over",
        arguments: [429, 503],
        [false, true]
    )
    func gate(_ status: Int, speaksHTTP2: Bool) async throws {
        try await WebPushBench.run(speaksHTTP2: speaksHTTP2) { bench in
            let provider = bench.provider()
            let tokens = [try bench.subscription(), try bench.subscription()]
            try bench.simulator.faults.add(
                try Fault(text: #"{"times":1,"answer":{"status":\#(status),"retryAfter":20}}"#)
            )
            _ = await provider.send(.fixture(token: tokens[0], platform: .web))
            bench.clock.advance(by: .seconds(5))
            #expect(
                await provider.send(.fixture(token: tokens[1], platform: .web))
                    == .throttled(reason: "origin-throttled", retryAfter: .seconds(15), scope: .device)
            )
            #expect(bench.simulator.requestLog.counters.requests == 1)
            bench.clock.advance(by: .seconds(15))
            #expect(await provider.send(.fixture(token: tokens[1], platform: .web)).isAccepted)
        }
    }

    @Test(
        "a lost answer is unknown, whether the push was taken or not",
        arguments: [("before-accept", 0), ("after-accept", 1)],
        [false, true]
    )
    func lostAnswer(_ reset: (name: String, shown: Int), speaksHTTP2: Bool) async throws {
        try await WebPushBench.run(speaksHTTP2: speaksHTTP2) { bench in
            let shown = reset.shown
            let phone = try bench.phone()
            try bench.simulator.faults.add(try Fault(text: #"{"times":1,"reset":"\#(reset.name)"}"#))
            let outcome = await bench.provider().send(.fixture(token: phone.token, platform: .web))
            guard case .unknown = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(try bench.notifications(phone.id).count == shown)
            let entry = try #require(bench.simulator.requestLog.entries().items.first)
            #expect(entry.status == (shown == 1 ? 201 : 0))
        }
    }

    @Test("an answer that breaks off after its status is what the status says", arguments: [false, true])
    func truncated(speaksHTTP2: Bool) async throws {
        try await WebPushBench.run(speaksHTTP2: speaksHTTP2) { bench in
            let phone = try bench.phone()
            try bench.simulator.faults.add(Fault(reset: .truncated, times: 1))
            #expect(await bench.provider().send(.fixture(token: phone.token, platform: .web)).isAccepted)
            #expect(try bench.notifications(phone.id).count == 1)
        }
    }

    @Test("an answer may lie: the push reached the browser all the same", arguments: [503, 410], [false, true])
    func lies(_ status: Int, speaksHTTP2: Bool) async throws {
        try await WebPushBench.run(speaksHTTP2: speaksHTTP2) { bench in
            let phone = try bench.phone()
            try bench.simulator.faults.add(
                try Fault(text: #"{"times":1,"answer":{"status":\#(status),"accepted":true}}"#)
            )
            let outcome = await bench.provider().send(.fixture(token: phone.token, platform: .web))
            #expect(!outcome.isAccepted)
            #expect(try bench.notifications(phone.id).count == 1)
        }
    }

    @Test("an answer that does not come in time is unknown")
    func timeOut() async throws {
        try await WebPushBench.run { bench in
            let token = try bench.subscription()
            try bench.simulator.faults.add(Fault(delay: .seconds(600)))
            // On a slow machine a time-out can end before the request is sent, which is known. Longer ones follow.
            var outcome: SendOutcome?
            for seconds in [1, 10, 100] {
                let hurried = HTTPTransport { call in
                    var call = call
                    call.timeout = .seconds(seconds)
                    return await bench.transport.send(call)
                }
                outcome = await bench.provider(transport: hurried).send(.fixture(token: token, platform: .web))
                guard case .unavailable = outcome else { break }
            }
            #expect(outcome == .unknown(reason: "deadline-exceeded"))
        }
    }

    @Test("a service nobody answers at is unavailable")
    func refused() async throws {
        try await WebPushBench.run { bench in
            let options = try WebPushOptions(
                vapidPrivateKey: bench.options.key.secret,
                subject: "mailto:a@b",
                exceptions: ["http://127.0.0.1:1"]
            )
            let transport = try GuardedTransport(rules: options.endpointRules, now: { bench.clock.now })
            let provider = bench.provider(options: options, transport: transport.transport)
            let token = WebPushBench.token(endpoint: "https://127.0.0.1:1/x")
            let outcome = await provider.send(.fixture(token: token, platform: .web))
            await transport.shutDown()
            guard case .unavailable = outcome else {
                Issue.record("\(outcome)")
                return
            }
        }
    }
}
