import Testing

@testable import PealCore

@Suite("What attempts to send an outgoing event come to")
struct WebhookTurnTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let webhook = Webhook(
        id: WebhookID(UUIDv7(milliseconds: 1, random: (0, 0))),
        url: "https://shop.example/hook",
        types: [],
        sealedSecrets: [1],
        createdAt: now
    )

    private static func message(_ number: UInt64 = 1, attempts: Int = 0) -> WebhookMessage {
        var message = WebhookMessage(
            id: WebhookMessageID(UUIDv7(milliseconds: number, random: (0, 0))),
            webhook: webhook.id,
            type: .deliveryFailed,
            user: "ann",
            at: now,
            queuedAt: now,
            payload: [1]
        )
        message.attempts = attempts
        return message
    }

    private static func status(_ status: Int, retryAfter: Duration? = nil) -> WebhookAnswer {
        .answered(status: status, retryAfter: retryAfter)
    }

    @Test(
        "A message is delivered by 2xx, ends with 410, and waits after any other answer",
        arguments: [
            (status(200), .delivered, nil), (status(204), .delivered, nil), (status(299), .delivered, nil),
            (status(301), .waiting, 5), (status(308), .waiting, 5), (status(400), .waiting, 5),
            (status(404), .waiting, 5), (status(410), .failed, nil), (status(500), .waiting, 5),
            (status(429, retryAfter: .seconds(60)), .waiting, 60), (status(503, retryAfter: .seconds(1)), .waiting, 5),
            (status(503, retryAfter: .seconds(999_999)), .waiting, 86_400),
            (.noAnswer(reason: "connection-failed"), .waiting, 5),
        ] as [(WebhookAnswer, WebhookMessage.State, Int64?)]
    )
    func message(_ answer: WebhookAnswer, _ state: WebhookMessage.State, wait: Int64?) throws {
        var turn = WebhookTurn(Self.webhook)
        turn.record(answer, of: Self.message(), at: Self.now, random: 0)
        let after = try #require(turn.messages.first)
        #expect(after.state == state)
        #expect(after.dueAt == wait.map { Self.now + .seconds($0) })
        #expect(after.attempts == 1)
        #expect(after.last?.at == Self.now)
    }

    @Test("The waits are those that Standard Webhooks recommends, and the tenth failure is the last")
    func schedule() throws {
        let hours = WebhookSchedule.delays.map { $0 / .seconds(3_600) }
        #expect(hours == [5.0 / 3_600, 5.0 / 60, 0.5, 2, 5, 10, 14, 20, 24])
        var message = Self.message()
        var now = Self.now
        for attempt in 1...10 {
            var turn = WebhookTurn(Self.webhook)
            turn.record(Self.status(500), of: message, at: now, random: 0.999)
            message = try #require(turn.messages.first)
            #expect(message.attempts == attempt)
            now = message.dueAt ?? now
        }
        #expect(message.state == .failed)
        // All of it fits into the time that a message may wait, with the most jitter.
        #expect(now - Self.now < WebhookSchedule.patience)
        #expect(now - Self.now > .seconds(3 * 86_400))
    }

    @Test(
        "A receiver that is down is asked with one message at a time; one that refuses a message is not held",
        arguments: [
            (.noAnswer(reason: "read-timeout"), true), (status(500), true), (status(429), true), (status(408), true),
            (status(400), false), (status(404), false), (status(302), false),
        ] as [(WebhookAnswer, Bool)]
    )
    func hold(_ answer: WebhookAnswer, _ holds: Bool) {
        var turn = WebhookTurn(Self.webhook)
        turn.record(answer, of: Self.message(), at: Self.now, random: 0)
        #expect(turn.webhook.failures?.since == Self.now)
        #expect(turn.webhook.failures?.heldUntil == (holds ? Self.now + .seconds(5) : nil))
        #expect(WebhookTurn.width(for: turn.webhook) == (holds ? 1 : WebhookTurn.width))
        #expect(WebhookTurn.width(for: Self.webhook) == WebhookTurn.width)
    }

    @Test("Looks at a receiver that is down are five minutes apart at most; attempts that end together count once")
    func holds() {
        var webhook = Self.webhook
        var now = Self.now
        for _ in 0..<12 {
            var turn = WebhookTurn(webhook)
            for number in 1...8 {
                turn.record(Self.status(502), of: Self.message(UInt64(number)), at: now, random: 0)
            }
            webhook = turn.webhook
            let next = webhook.failures?.heldUntil ?? now
            #expect(next > now && next <= now + WebhookSchedule.longestHold)
            now = next
        }
        #expect(webhook.failures?.count == 12)
        #expect(webhook.failures?.since == Self.now)
        var turn = WebhookTurn(webhook)
        turn.record(Self.status(200), of: Self.message(), at: now, random: 0)
        #expect(turn.webhook.failures == nil)
    }

    @Test("410 disables a webhook")
    func gone() {
        var gone = WebhookTurn(Self.webhook)
        gone.record(Self.status(410), of: Self.message(), at: Self.now, random: 0)
        #expect(gone.webhook.disabled == Webhook.Disabling(.gone, at: Self.now))
    }

    @Test("Five days without a success disable a webhook", arguments: [(1, false), (0, true)])
    func failing(before seconds: Int, isDisabled: Bool) {
        var webhook = Self.webhook
        webhook.failures = Webhook.Failures(since: Self.now, count: 3, heldUntil: nil)
        let at = Self.now + WebhookSchedule.giveUp - .seconds(seconds)
        var turn = WebhookTurn(webhook)
        turn.record(Self.status(404), of: Self.message(), at: at, random: 0)
        #expect(turn.webhook.disabled == (isDisabled ? Webhook.Disabling(.failing, at: at) : nil))
    }

    @Test("A message that waited for too long is not sent; asked for again, it is as new")
    func outdated() throws {
        let late = Self.now + WebhookSchedule.patience + .seconds(1)
        #expect(!WebhookTurn.isOutdated(Self.message(), at: late - .seconds(1)))
        #expect(WebhookTurn.isOutdated(Self.message(), at: late))
        var turn = WebhookTurn(Self.webhook)
        turn.expire(Self.message(attempts: 3), at: late)
        let ended = try #require(turn.messages.first)
        #expect(ended.state == .failed && ended.dueAt == nil && ended.last?.reason == "expired")
        let again = ended.again(at: late)
        #expect(again.state == .waiting && again.dueAt == late && again.attempts == 0 && again.id == ended.id)
        #expect(!WebhookTurn.isOutdated(again, at: late))
    }

    @Test(
        "Any answers end a message after ten attempts at most, and it waits exactly while it has a time",
        arguments: 0..<20 as Range<UInt64>
    )
    func property(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            var (webhook, message, now) = (Self.webhook, Self.message(), Self.now)
            while let due = message.dueAt {
                now = max(now, due)
                let status = [200, 301, 400, 410, 429, 500, 503].randomElement(using: &random) ?? 500
                let wait = Int64.random(in: 0...100_000, using: &random)
                let asked = Bool.random(using: &random) ? Duration.seconds(wait) : nil
                var turn = WebhookTurn(webhook)
                let unit = Double.random(in: 0..<1, using: &random)
                turn.record(Self.status(status, retryAfter: asked), of: message, at: now, random: unit)
                webhook = turn.webhook
                message = turn.messages.first ?? message
                #expect(message.attempts <= 10)
                #expect((message.state == .waiting) == (message.dueAt != nil))
                #expect((webhook.failures == nil) == (200..<300).contains(status))
                #expect(message.dueAt.map { $0 > now } ?? true)
            }
            #expect(message.attempts > 0)
        }
    }
}
