public import PealCore

/// The body of `POST /webhooks`.
public struct WebhookBody: RequestBody, Sendable {
    /// Where to.
    public var url: String
    /// What it receives; empty is everything.
    public var types: Set<WebhookType>

    /// How it is read.
    public static var shape: Shape<WebhookBody> {
        .object { object in
            let types = object.optional("types", .webhookTypes) ?? []
            guard let url = object.required("url", .identifier(bytes: 2_048)) else { return nil }
            return WebhookBody(url: url, types: types)
        }
    }
}

extension Shape where Value == Set<WebhookType> {
    /// Types of outgoing events.
    static var webhookTypes: Shape {
        Shape<[WebhookType]>.array(.word(), atMost: WebhookType.allCases.count).then { types, _ in Set(types) }
    }
}
