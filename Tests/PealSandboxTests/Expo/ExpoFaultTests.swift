import PealCore
import PealExpo
import PealProviderKit
import PealTesting
import Testing

@testable import PealSandbox

@Suite("What Expo does wrong")
struct ExpoFaultTests {
    /// The outcome of one message under a fault, and whether the phone shows it.
    private static func send(
        _ fault: Fault,
        timeout: Duration = .seconds(120)
    ) async throws -> (outcome: SendOutcome, isShown: Bool, reason: String?) {
        var result: (SendOutcome, Bool, String?)?
        try await ExpoBench.run { bench in
            let phone = try bench.phone()
            try bench.simulator.faults.add(fault)
            let outcome = try await bench.provider(timeout: timeout).send(.fixture(token: phone.token, platform: .ios))
            result = (
                outcome, try !bench.notifications(phone.id).isEmpty,
                bench.simulator.requestLog.entries().items.last?.reason
            )
        }
        return try #require(result)
    }

    @Test(
        "a ticket refuses one message",
        arguments: [
            ("DeviceNotRegistered", SendOutcome.gone(reason: "DeviceNotRegistered", since: nil)),
            ("MessageTooBig", .rejected(reason: "MessageTooBig", scope: .size)),
            ("MessageRateExceeded", .throttled(reason: "MessageRateExceeded", retryAfter: nil, scope: .device)),
            ("MismatchSenderId", .rejected(reason: "MismatchSenderId", scope: .configuration)),
            ("InvalidCredentials", .rejected(reason: "InvalidCredentials", scope: .configuration)),
            ("DeveloperError", .rejected(reason: "DeveloperError", scope: .message)),
            ("ExpoError", .unavailable(reason: "ExpoError", retryAfter: nil)),
            ("ProviderError", .unavailable(reason: "ProviderError", retryAfter: nil)),
        ],
        [false, true]
    )
    func tickets(_ row: (code: String, outcome: SendOutcome), isAccepted: Bool) async throws {
        let fault = Fault(answer: Fault.Answer(status: 200, reason: row.code), isAccepted: isAccepted)
        let (outcome, isShown, reason) = try await Self.send(fault)
        #expect(outcome == row.outcome)
        #expect(isShown == isAccepted)
        #expect(reason == row.code)
    }

    @Test(
        "the whole request is refused",
        arguments: [
            (
                Fault.Answer(status: 429, retryAfter: "5"),
                SendOutcome.throttled(reason: "TOO_MANY_REQUESTS", retryAfter: .seconds(5), scope: .sender)
            ),
            (Fault.Answer(status: 503), .unavailable(reason: "INTERNAL_SERVER_ERROR", retryAfter: nil)),
            (Fault.Answer(status: 502, body: "<html>"), .unavailable(reason: "HTTP_502", retryAfter: nil)),
            (Fault.Answer(status: 401), .rejected(reason: "UNAUTHORIZED", scope: .configuration)),
            (Fault.Answer(status: 400), .rejected(reason: "VALIDATION_ERROR", scope: .message)),
            (
                Fault.Answer(status: 400, reason: "PUSH_TOO_MANY_NOTIFICATIONS"),
                .rejected(reason: "PUSH_TOO_MANY_NOTIFICATIONS", scope: .message)
            ),
            (Fault.Answer(status: 302), .rejected(reason: "VALIDATION_ERROR", scope: .message)),
        ]
    )
    func requests(_ row: (answer: Fault.Answer, outcome: SendOutcome)) async throws {
        let (outcome, isShown, _) = try await Self.send(Fault(answer: row.answer))
        #expect(outcome == row.outcome)
        #expect(!isShown)
    }

    @Test("the message is taken, and the answer says otherwise")
    func lies() async throws {
        let (outcome, isShown, _) = try await Self.send(Fault(answer: Fault.Answer(status: 503), isAccepted: true))
        #expect(outcome == .unavailable(reason: "INTERNAL_SERVER_ERROR", retryAfter: nil))
        #expect(isShown)
    }

    @Test("the answer breaks off: nobody knows")
    func truncated() async throws {
        let (outcome, isShown, _) = try await Self.send(Fault(reset: .truncated))
        #expect(outcome == .unknown(reason: "answer-unreadable"))
        #expect(isShown)
    }

    @Test("no answer comes in time: nobody knows")
    func slow() async throws {
        // On a slow machine a time-out can end before the request is sent, which is known. Longer ones follow.
        var outcome: SendOutcome?
        for seconds in [0.3, 3, 30, 300] {
            outcome = try await Self.send(Fault(delay: .seconds(3600)), timeout: .seconds(seconds)).outcome
            guard case .unavailable = outcome else { break }
        }
        guard case .unknown = outcome else {
            Issue.record("\(String(describing: outcome))")
            return
        }
    }

    @Test("one message of a batch is refused, and the others arrive")
    func oneOfMany() async throws {
        try await ExpoBench.run { bench in
            let phones = try (0..<50).map { _ in try bench.phone() }
            try bench.simulator.faults.add(
                Fault(
                    match: FaultMatch(token: phones[17].token),
                    answer: Fault.Answer(status: 200, reason: "DeviceNotRegistered")
                )
            )
            let provider = try bench.provider()
            await withTaskGroup(of: Void.self) { group in
                for (number, phone) in phones.enumerated() {
                    group.addTask {
                        let outcome = await provider.send(.fixture(token: phone.token, platform: .ios))
                        #expect((outcome == .gone(reason: "DeviceNotRegistered", since: nil)) == (number == 17))
                        #expect((outcome.receipt != nil) == (number != 17))
                    }
                }
            }
            #expect(bench.simulator.requestLog.counters.accepted == 49)
            #expect(bench.simulator.requestLog.counters.refused == 1)
        }
    }

    @Test("nobody is there: tried later")
    func down() async throws {
        try await ExpoBench.run { bench in
            let options = try ExpoOptions(endpoint: "http://127.0.0.1:1", timeout: .seconds(120))
            let provider = ExpoProvider(options: options, transport: .client(bench.client), now: { bench.clock.now })
            guard case .unavailable = await provider.send(.fixture(token: "ExponentPushToken[a]")) else {
                Issue.record("not unavailable")
                return
            }
            guard case .unreachable = await provider.checkCredentials() else {
                Issue.record("not unreachable")
                return
            }
            guard case .failure = await provider.outcomes(of: ["a"]) else {
                Issue.record("not a failure")
                return
            }
        }
    }
}
