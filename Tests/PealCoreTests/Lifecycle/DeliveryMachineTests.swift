import PealCore
import Testing

@Suite("The life of a delivery")
struct DeliveryMachineTests {
    static let now = Timestamp(seconds: 1_000)
    static let registered = Timestamp(seconds: 500)

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String { "\(outcome) after \(used) retries" }
        var outcome: SendOutcome
        var used = 0
        var onUnknown: UnknownPolicy = .resend
        var next: DeliveryMachine.Next
        var device: DeliveryMachine.DeviceChange = .none
    }

    @Test("A throttled attempt uses up a retry where the catalog counts it (R143)", arguments: [true, false])
    func throttled(_ counts: Bool) {
        let machine = DeliveryMachine(
            retry: .exponential(max: 1, base: .seconds(1), factor: 1, jitter: 0),
            onUnknown: .resend,
            expiresAt: Self.now + .seconds(3_600),
            countsThrottled: counts
        )
        func next(_ used: Int) -> DeliveryMachine.Next {
            machine.step(
                after: .throttled(reason: "x", retryAfter: .seconds(5), scope: .sender),
                retriesUsed: used,
                resendsUsed: 0,
                lastSeenAt: Self.registered,
                now: Self.now,
                unit: 0
            ).next
        }
        #expect(next(0) == .retry(at: Self.now + .seconds(5), counted: counts))
        #expect(
            next(1) == (counts ? .end(.failed, .retriesExhausted) : .retry(at: Self.now + .seconds(5), counted: false))
        )
    }

    static let cases: [Case] = [
        Case(outcome: .accepted(receipt: "r"), next: .end(.accepted, nil)),
        Case(
            outcome: .gone(reason: "x", since: nil),
            next: .end(.failed, .providerRejected),
            device: .quarantine(.dead)
        ),
        Case(
            outcome: .gone(reason: "x", since: Timestamp(seconds: 600)),
            next: .end(.failed, .providerRejected),
            device: .quarantine(.dead)
        ),
        // Registered again after the provider's date: the answer is about the registration before.
        Case(
            outcome: .gone(reason: "x", since: Timestamp(seconds: 400)),
            next: .retry(at: now + .seconds(1), counted: true)
        ),
        Case(outcome: .rejected(reason: "x", scope: .message), next: .end(.failed, .providerRejected)),
        Case(
            outcome: .rejected(reason: "x", scope: .device),
            next: .end(.failed, .providerRejected),
            device: .quarantine(.mismatch)
        ),
        Case(outcome: .rejected(reason: "x", scope: .configuration), next: .end(.failed, .providerRejected)),
        Case(outcome: .unavailable(reason: "x", retryAfter: nil), next: .retry(at: now + .seconds(1), counted: true)),
        Case(
            outcome: .unavailable(reason: "x", retryAfter: nil),
            used: 2,
            next: .retry(at: now + .seconds(30), counted: true)
        ),
        Case(outcome: .unavailable(reason: "x", retryAfter: nil), used: 3, next: .end(.failed, .retriesExhausted)),
        Case(
            outcome: .unavailable(reason: "x", retryAfter: .seconds(20)),
            next: .retry(at: now + .seconds(20), counted: true)
        ),
        Case(
            outcome: .unavailable(reason: "x", retryAfter: .seconds(20)),
            used: 2,
            next: .retry(at: now + .seconds(30), counted: true)
        ),
        Case(
            outcome: .throttled(reason: "x", retryAfter: .seconds(600), scope: .sender),
            next: .end(.expired, .expired)
        ),
        Case(outcome: .notProcessed(reason: "x"), next: .retry(at: now, counted: false)),
        Case(outcome: .unknown(reason: "x"), next: .retry(at: now + .seconds(1), counted: true)),
        Case(outcome: .unknown(reason: "x"), onUnknown: .stop, next: .end(.unknown, nil)),
    ]

    @Test("An outcome decides the next step", arguments: cases)
    func step(_ example: Case) {
        let machine = DeliveryMachine(
            retry: .delays([.seconds(1), .seconds(5), .seconds(30)]),
            onUnknown: example.onUnknown,
            expiresAt: Self.now + .seconds(300)
        )
        let step = machine.step(
            after: example.outcome,
            retriesUsed: example.used,
            resendsUsed: 0,
            lastSeenAt: Self.registered,
            now: Self.now,
            unit: 0
        )
        #expect(step.next == example.next)
        #expect(step.device == example.device)
    }

    @Test(
        "A push that is too large is sent once more, smaller, while a retry is left",
        arguments: [
            (true, 0, .retry(at: now, counted: true)), (true, 2, .retry(at: now, counted: true)),
            (true, 3, .end(.failed, .providerRejected)), (false, 0, .end(.failed, .providerRejected)),
        ] as [(Bool, Int, DeliveryMachine.Next)]
    )
    func size(_ canShrink: Bool, _ used: Int, _ next: DeliveryMachine.Next) {
        let machine = DeliveryMachine(
            retry: .delays([.seconds(1), .seconds(5), .seconds(30)]),
            onUnknown: .stop,
            expiresAt: Self.now + .seconds(300)
        )
        let outcome = SendOutcome.rejected(reason: "x", scope: .size)
        let sent = machine.step(
            after: outcome,
            retriesUsed: used,
            resendsUsed: 0,
            lastSeenAt: Self.registered,
            canShrink: canShrink,
            now: Self.now,
            unit: 0
        )
        #expect(sent.next == next && sent.device == .none)
        let receipt = machine.step(
            afterReceipt: outcome,
            retriesUsed: used,
            lastSeenAt: Self.registered,
            canShrink: canShrink,
            now: Self.now,
            unit: 0
        )
        #expect(receipt.next == next && receipt.device == .none)
    }

    @Test("Those told to come back at one instant are spread over a tenth of the wait", arguments: [0, 0.25, 0.99])
    func spread(_ unit: Double) {
        let machine = DeliveryMachine(
            retry: .delays([.seconds(1)]),
            onUnknown: .resend,
            expiresAt: Self.now + .seconds(300)
        )
        let step = machine.step(
            after: .throttled(reason: "x", retryAfter: .seconds(100), scope: .sender),
            retriesUsed: 0,
            resendsUsed: 0,
            lastSeenAt: Self.registered,
            now: Self.now,
            unit: unit
        )
        #expect(step.next == .retry(at: Self.now + .milliseconds(100_000 + Int64(10_000 * unit)), counted: false))
    }

    @Test(
        "A receipt that says otherwise is an outcome like any other, and never resent at once",
        arguments: [
            (.gone(reason: "x", since: nil), .end(.failed, .providerRejected)),
            (.unavailable(reason: "x", retryAfter: nil), .retry(at: now + .seconds(1), counted: true)),
            (.notProcessed(reason: "x"), .retry(at: now + .seconds(1), counted: true)),
        ] as [(SendOutcome, DeliveryMachine.Next)]
    )
    func receipt(_ outcome: SendOutcome, _ next: DeliveryMachine.Next) {
        let machine = DeliveryMachine(
            retry: .delays([.seconds(1)]),
            onUnknown: .resend,
            expiresAt: Self.now + .seconds(300)
        )
        let step = machine.step(
            afterReceipt: outcome,
            retriesUsed: 0,
            lastSeenAt: Self.registered,
            now: Self.now,
            unit: 0
        )
        #expect(step.next == next)
    }

    @Test("A provider that never processes cannot make us spin")
    func bounded() {
        let machine = DeliveryMachine(
            retry: .delays([.seconds(1)]),
            onUnknown: .resend,
            expiresAt: Self.now + .seconds(300)
        )
        let step = machine.step(
            after: .notProcessed(reason: "x"),
            retriesUsed: 0,
            resendsUsed: 8,
            lastSeenAt: Self.registered,
            now: Self.now,
            unit: 0
        )
        #expect(step.next == .retry(at: Self.now + .seconds(1), counted: true))
    }

    @Test(
        "What a dead process leased is sent again at once, until it expires or processes keep dying",
        arguments: [
            (0, 300, DeliveryMachine.Next.retry(at: now, counted: false)), (7, 300, .retry(at: now, counted: false)),
            (8, 300, .end(.unknown, nil)), (0, 0, .end(.expired, .expired)),
        ]
    )
    func interruption(resends: Int, secondsLeft: Int, next: DeliveryMachine.Next) {
        let machine = DeliveryMachine(
            retry: .delays([]),
            onUnknown: .stop,
            expiresAt: Self.now + .seconds(secondsLeft)
        )
        #expect(machine.stepAfterInterruption(resendsUsed: resends, now: Self.now) == next)
    }

    @Test("Exponential waits grow, spread by the jitter and end (R141)", arguments: [0.0, 0.5, 0.999])
    func exponential(unit: Double) throws {
        let schedule = RetrySchedule.exponential(max: 3, base: .seconds(10), factor: 2, jitter: 0.2)
        for retry in 1...3 {
            let plain = 10.0 * [1.0, 2.0, 4.0][retry - 1]
            let wait = try #require(schedule.delay(beforeRetry: retry, unit: unit))
            let seconds = Double(wait.wholeMilliseconds) / 1000
            #expect(seconds >= plain * 0.8 && seconds <= plain * 1.2)
        }
        #expect(schedule.delay(beforeRetry: 4, unit: unit) == nil)
        #expect(schedule.delay(beforeRetry: 0, unit: unit) == nil)
    }
}
