/// A change to the webhooks of an app, or to what waits for them.
public enum WebhookChange: Sendable, Equatable {
    /// Adds a webhook. Expects fewer than a number of them.
    case add(Webhook, below: Int)
    /// Replaces a webhook. Expects it as it was read.
    case replace(Webhook, from: Webhook)
    /// Deletes a webhook with its messages. Expects it to be there.
    case remove(WebhookID)
    /// Queues messages of a webhook, in order. Those that do not fit into its backlog are dropped and counted, and so are all
    /// when it is disabled or there is none any more.
    case queue([WebhookMessage], of: WebhookID, backlog: Int, at: Timestamp)
    /// Stores what became of messages. Those that are deleted, or were asked for again meanwhile, stay as they are.
    case finish([WebhookMessage])
    /// Lets messages that ended wait again, due at an instant.
    case resend([WebhookMessageID], of: WebhookID, at: Timestamp)
}
