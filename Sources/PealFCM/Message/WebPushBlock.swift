import PealCore
import PealProviderKit

/// The `webpush` part of a message that is shown: others never go to a browser.
struct WebPushBlock {
    let message: PushMessage

    func write(to json: inout JSONWriter) {
        json.name("webpush")
        json.beginObject()
        json.name("headers")
        json.beginObject()
        json.member("TTL", String(message.lifetimeSeconds))
        json.member("Urgency", urgency)
        json.member("Topic", ShortKey.topic(message.replacementTag))
        json.endObject()
        defer { json.endObject() }
        guard !message.isDrawnByApp else { return }
        json.name("notification")
        json.beginObject()
        message.writeWebOptions(tag: message.replacementTag, to: &json)
        json.endObject()
        // Firebase's own service worker draws the notification and takes the tap: it opens this, or nothing.
        if let link = message.webLink {
            json.name("fcm_options")
            json.beginObject()
            json.member("link", link)
            json.endObject()
        }
    }

    private var urgency: String {
        switch message.priority {
        case .critical, .high: return "high"
        case .normal: return "normal"
        case .low: return "low"
        }
    }
}
