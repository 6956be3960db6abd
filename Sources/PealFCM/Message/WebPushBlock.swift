import PealCore
import PealProviderKit

/// The `webpush` part of a message that is shown: others never go to a browser.
struct WebPushBlock {
    let message: PushMessage

    func write(to json: inout JSONBytes) {
        json.name("webpush")
        json.beginObject()
        json.name("headers")
        json.beginObject()
        json.member("TTL", String(message.lifetimeSeconds))
        json.member("Urgency", urgency)
        json.member("Topic", ShortKey.topic(message.replacementTag))
        json.endObject()
        json.name("notification")
        json.beginObject()
        json.member("tag", message.replacementTag)
        if message.sound == nil {
            json.name("silent")
            json.bool(true)
        }
        json.endObject()
        json.endObject()
    }

    private var urgency: String {
        switch message.priority {
        case .critical, .high: return "high"
        case .normal: return "normal"
        case .low: return "low"
        }
    }
}
