/// What attempts to send messages mean for them and for their webhook.
public struct WebhookTurn: Sendable, Equatable {
    /// The webhook after them.
    public private(set) var webhook: Webhook
    /// The messages that changed.
    public private(set) var messages: [WebhookMessage] = []

    /// Messages that are sent to a receiver at the same time.
    public static let width = 8

    /// Starts with a webhook as it is.
    public init(_ webhook: Webhook) { self.webhook = webhook }

    /// How many messages the next turn of a webhook sends: one alone while its receiver may be down.
    public static func width(for webhook: Webhook) -> Int { webhook.failures?.heldUntil == nil ? width : 1 }

    /// Whether a message has waited for so long that it is not sent any more.
    public static func isOutdated(_ message: WebhookMessage, at now: Timestamp) -> Bool {
        now - message.queuedAt > WebhookSchedule.patience
    }

    /// Ends a message that has waited too long.
    public mutating func expire(_ message: WebhookMessage, at now: Timestamp) {
        var next = message
        (next.state, next.dueAt) = (.failed, nil)
        next.last = WebhookMessage.Attempt(at: now, status: message.last?.status, reason: "expired")
        messages.append(next)
    }

    /// Takes over what an attempt came to.
    /// - Parameters:
    ///   - answer: what it came to.
    ///   - message: the message.
    ///   - now: when it ended.
    ///   - random: a number in 0..<1.
    public mutating func record(_ answer: WebhookAnswer, of message: WebhookMessage, at now: Timestamp, random: Double)
    {
        var next = message
        next.attempts += 1
        next.last = answer.attempt(at: now)
        if answer.isAccepted {
            (next.state, next.dueAt) = (.delivered, nil)
            webhook.failures = nil
        } else {
            let wait = WebhookSchedule.wait(after: next.attempts, asked: answer.retryAfter, random: random)
            next.dueAt = answer.isGone ? nil : wait.map { now + $0 }
            if next.dueAt == nil { next.state = .failed }
            fail(answer, at: now, random: random)
        }
        messages.append(next)
    }

    private mutating func fail(_ answer: WebhookAnswer, at now: Timestamp, random: Double) {
        var failures = webhook.failures ?? Webhook.Failures(since: now, count: 0, heldUntil: nil)
        if answer.isDown {
            // Attempts that ended together found the same outage.
            if failures.heldUntil.map({ $0 <= now }) ?? true { failures.count += 1 }
            let hold = WebhookSchedule.hold(after: failures.count, asked: answer.retryAfter, random: random)
            failures.heldUntil = max(failures.heldUntil ?? now, now + hold)
        } else {
            (failures.count, failures.heldUntil) = (0, nil)
        }
        webhook.failures = failures
        guard webhook.disabled == nil else { return }
        if answer.isGone {
            webhook.disabled = Webhook.Disabling(.gone, at: now)
        } else if now - failures.since >= WebhookSchedule.giveUp {
            webhook.disabled = Webhook.Disabling(.failing, at: now)
        }
    }
}
