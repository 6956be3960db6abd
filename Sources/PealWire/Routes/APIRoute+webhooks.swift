extension APIRoute {
    /// Lists the webhooks of the app.
    public static let listWebhooks = api(.get, "/webhooks", .backend(.webhooks))
    /// Adds a webhook.
    public static let addWebhook = api(.post, "/webhooks", .backend(.webhooks), body: usualBodyLimit)
    /// Reads a webhook.
    public static let getWebhook = api(.get, "/webhooks/{id}", .backend(.webhooks))
    /// Changes a webhook.
    public static let patchWebhook = api(.patch, "/webhooks/{id}", .backend(.webhooks), body: usualBodyLimit)
    /// Deletes a webhook.
    public static let deleteWebhook = api(.delete, "/webhooks/{id}", .backend(.webhooks))
    /// Gives a webhook another secret.
    public static let rotateWebhook = api(.post, "/webhooks/{id}/secret", .backend(.webhooks))
    /// Sends messages again.
    public static let replayWebhook = api(.post, "/webhooks/{id}/replay", .backend(.webhooks), body: usualBodyLimit)
    /// The messages of a webhook.
    public static let listWebhookMessages = api(
        .get,
        "/webhooks/{id}/deliveries",
        .backend(.webhooks),
        query: ["status"] + page
    )

    /// Every call about webhooks.
    public static let webhookCalls: [APIRoute] = [
        listWebhooks, addWebhook, getWebhook, patchWebhook, deleteWebhook, rotateWebhook, replayWebhook,
        listWebhookMessages,
    ]
}
