import Logging
import PealCore
import PealCrypto
import PealProviderKit
import PealStore

/// Sends the due messages of one webhook and stores what became of them.
///
/// A process that ends in between sends them again, with the same identifiers.
struct WebhookSender: Sendable {
    /// How long a receiver has for its answer.
    static let timeout = Duration.seconds(15)
    /// How much of its answer is read.
    private static let bodyLimit = 4 * 1024

    let store: any WebhookPorts
    let encryption: PayloadEncryption
    let transport: HTTPTransport
    let clock: any PealClock
    /// The time of signatures, where it is not the clock's.
    var signatureTime: (@Sendable () -> Timestamp)?
    let random: @Sendable () -> Double
    let writes: OutcomeWriting
    let logger: Logger

    /// Sends what is due; whether there was anything.
    /// - Throws: ``StoreError`` or ``CryptoError`` when what is due, or its webhook's secret, cannot be read.
    func turn(of status: WebhookStatus) async throws -> Bool {
        let (app, webhook, now) = (status.app, status.webhook, clock.now)
        let width = WebhookTurn.width(for: webhook)
        let due = try await store.dueMessages(of: webhook.id, app: app, now: now, limit: width)
        guard !due.isEmpty else { return false }
        let current = due.filter { !WebhookTurn.isOutdated($0, at: now) }
        let answers = try await send(current, to: webhook, app: app)
        let outdated = due.filter { WebhookTurn.isOutdated($0, at: now) }
        if !answers.isEmpty || !outdated.isEmpty {
            // Until it is stored nothing more is sent: a receiver that asked to wait would be asked again. Ended by shutdown, the
            // messages are sent again by the next process.
            _ = await writes.untilWritten { try await record(answers, outdated: outdated, webhook.id, app) }
        }
        return true
    }

    private func record(
        _ answers: [(message: WebhookMessage, answer: WebhookAnswer, at: Timestamp)],
        outdated: [WebhookMessage],
        _ id: WebhookID,
        _ app: AppID
    ) async throws {
        let ended = try await store.applyPlanned(to: app) { _ in
            let known = try await store.webhooks(of: app).first { $0.webhook.id == id }
            // It was deleted meanwhile, with its messages.
            guard let webhook = known?.webhook else { return ([], nil as (Webhook, Webhook)?) }
            var turn = WebhookTurn(webhook)
            for message in outdated { turn.expire(message, at: clock.now) }
            for item in answers { turn.record(item.answer, of: item.message, at: item.at, random: random()) }
            var changes: [Change] = [.webhook(.finish(turn.messages))]
            if turn.webhook != webhook { changes.append(.webhook(.replace(turn.webhook, from: webhook))) }
            return (changes, (webhook, turn.webhook))
        }
        guard let (before, after) = ended else { return }
        log(before, after, app)
    }

    /// Notes what became of a webhook, once.
    private func log(_ before: Webhook, _ after: Webhook, _ app: AppID) {
        var metadata: Logger.Metadata = ["app": "\(app)", "webhook": "\(after.id)"]
        if before.disabled == nil, let disabled = after.disabled {
            metadata["reason"] = "\(disabled.reason.rawValue)"
            logger.warning("a webhook is disabled", metadata: metadata)
        } else if before.failures == nil, after.failures != nil {
            logger.warning("the receiver of a webhook takes no messages; they are tried again", metadata: metadata)
        } else if before.failures != nil, after.failures == nil {
            logger.notice("the receiver of a webhook takes messages again", metadata: metadata)
        }
    }

    private func send(_ messages: [WebhookMessage], to webhook: Webhook, app: AppID) async throws
        -> [(message: WebhookMessage, answer: WebhookAnswer, at: Timestamp)]
    {
        let secrets = try encryption.secrets(of: webhook, app: app, at: clock.now)
        return await withTaskGroup(of: (Int, WebhookAnswer?, Timestamp).self) { group in
            for (index, message) in messages.enumerated() {
                group.addTask {
                    let answer = await send(message, to: webhook.url, signedBy: secrets)
                    return (index, answer, clock.now)
                }
            }
            var answers: [(Int, WebhookAnswer, Timestamp)] = []
            for await (index, answer, at) in group {
                if let answer { answers.append((index, answer, at)) }
            }
            return answers.sorted { ($0.2, $0.0) < ($1.2, $1.0) }.map { (messages[$0], $1, $2) }
        }
    }

    /// Makes one attempt; `nil` when the server ends, which is no fault of the receiver's.
    private func send(_ message: WebhookMessage, to url: String, signedBy secrets: [WebhookSecret]) async
        -> WebhookAnswer?
    {
        let (id, seconds) = (message.id.description, (signatureTime?() ?? clock.now).seconds)
        let signatures = secrets.map { $0.signature(id: id, timestamp: seconds, body: message.payload) }
        let call = HTTPCall(
            url: url,
            headers: [
                ("content-type", "application/json"), ("user-agent", "Peal"), ("webhook-id", id),
                ("webhook-timestamp", String(seconds)), ("webhook-signature", signatures.joined(separator: " ")),
            ],
            body: message.payload,
            timeout: Self.timeout,
            bodyLimit: Self.bodyLimit
        )
        switch await transport.send(call) {
        case .answered(let answer):
            let wait = answer.header("retry-after").flatMap { RetryAfter.parse($0, now: clock.now) }
            return .answered(status: answer.status, retryAfter: wait)
        case .notSent(let reason), .answerLost(let reason):
            return Task.isCancelled || reason == "shut-down" ? nil : WebhookAnswer.noAnswer(reason: reason)
        }
    }
}
