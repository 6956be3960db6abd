public import PealCore

/// The body of `POST /webhooks/{id}/replay`.
public struct WebhookReplayBody: RequestBody, Sendable {
    /// Messages of events from then on.
    public var since: Timestamp?
    /// Whether only those that failed.
    public var isFailedOnly: Bool

    /// How it is read.
    public static var shape: Shape<WebhookReplayBody> {
        .object { object in
            let since = object.optional("since", .timestamp)
            let isFailedOnly = object.optional("failed", .bool) ?? false
            if since == nil, !isFailedOnly { object.report("is required without `failed: true`", at: "since") }
            return WebhookReplayBody(since: since, isFailedOnly: isFailedOnly)
        }
    }
}
