import PealCore
import PealCrypto
import PealWire

extension WebhookStatus {
    /// The webhook as its backend sees it; the secret is shown where it was just made.
    func write(to writer: inout JSONWriter, waiting: Int, secret: WebhookSecret? = nil) {
        let types = webhook.received
        writer.object { writer in
            writer.member("id", webhook.id.description)
            writer.member("url", webhook.url)
            writer.member("types", types.map(\.rawValue).sorted())
            writer.member("enabled", webhook.disabled == nil)
            writer.member("disabledReason", webhook.disabled?.reason.rawValue)
            writer.member("disabledAt", webhook.disabled?.at)
            writer.member("failingSince", webhook.failures?.since)
            writer.member("nextAttemptAt", nextTurn)
            writer.member("waiting", waiting)
            writer.member("dropped", dropped)
            writer.member("droppedAt", droppedAt)
            writer.member("createdAt", webhook.createdAt)
            writer.member("secret", secret?.text)
            writer.member("rotatesUntil", webhook.rotatesUntil)
        }
    }
}

extension WebhookMessage {
    /// The message with what became of it.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id.description)
            writer.member("type", type.rawValue)
            writer.member("timestamp", at)
            writer.member("status", state.rawValue)
            writer.member("attempts", attempts)
            if let last {
                writer.object("lastAttempt") { writer in
                    writer.member("at", last.at)
                    if let status = last.status { writer.member("status", status) }
                    writer.member("reason", last.reason)
                }
            }
            writer.member("nextAttemptAt", dueAt)
            writer.member("data", (try? JSONParser.parse(payload))?.object?["data"] ?? .null)
        }
    }
}
