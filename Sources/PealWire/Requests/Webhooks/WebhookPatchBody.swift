public import PealCore

/// The body of `PATCH /webhooks/{id}`.
public struct WebhookPatchBody: RequestBody, Sendable {
    /// Where to.
    public var url: String?
    /// What it receives; empty is everything.
    public var types: Set<WebhookType>?
    /// Whether it receives anything.
    public var isEnabled: Bool?

    /// How it is read.
    public static var shape: Shape<WebhookPatchBody> {
        .object { object in
            let url = object.optional("url", .identifier(bytes: 2_048))
            let types = object.optional("types", .webhookTypes)
            let isEnabled = object.optional("enabled", .bool)
            return WebhookPatchBody(url: url, types: types, isEnabled: isEnabled)
        }
    }
}
