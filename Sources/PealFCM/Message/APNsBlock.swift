import PealCore
import PealProviderKit

/// The `apns` part of a message: what FCM hands on to Apple.
struct APNsBlock {
    let message: PushMessage
    let allowsCriticalAlerts: Bool

    func write(to json: inout JSONWriter, now: Timestamp) {
        json.name("apns")
        json.beginObject()
        json.name("headers")
        json.beginObject()
        // A background push must have priority 5; what is not urgent may wait for a good moment too.
        json.member("apns-priority", message.isShown && message.priority > .low ? "10" : "5")
        json.member("apns-expiration", expiration(now))
        json.member("apns-push-type", isSilent ? "background" : "alert")
        if message.isShown { json.member("apns-collapse-id", message.replacementTag) }
        json.endObject()
        json.name("payload")
        json.beginObject()
        json.name("aps")
        json.beginObject()
        writeAPS(to: &json)
        json.endObject()
        json.endObject()
        if message.isShown, let image = message.appearance.image {
            json.name("fcm_options")
            json.beginObject()
            json.member("image", image)
            json.endObject()
        }
        json.endObject()
    }

    private func expiration(_ now: Timestamp) -> String {
        String(message.expirationSeconds(atMost: PushMessage.longestLife, now: now))
    }

    /// Only a change of the badge can be shown without an alert; for the rest the app has to wake up.
    private var isSilent: Bool { !message.isShown && message.payload.op != "badge" }

    private func writeAPS(to json: inout JSONWriter) {
        guard !isSilent else {
            json.member("content-available", 1)
            return
        }
        json.member("badge", message.badge)
        guard message.isShown else { return }
        writeSound(to: &json)
        json.member("thread-id", message.group)
        json.member("category", message.iosCategory)
        // Firebase's service extension fetches the picture that `fcm_options` names.
        if message.appearance.image != nil { json.member("mutable-content", 1) }
        json.member("interruption-level", interruptionLevel)
        json.member("relevance-score", hundredths: message.relevance)
    }

    /// A type without a sound is silent, a critical one too: its level breaks through all the same.
    private func writeSound(to json: inout JSONWriter) {
        guard isCritical, let sound = message.sound else {
            json.member("sound", message.sound)
            return
        }
        json.name("sound")
        json.beginObject()
        json.member("critical", 1)
        json.member("name", sound)
        json.member("volume", 1)
        json.endObject()
    }

    private var isCritical: Bool { message.priority == .critical && allowsCriticalAlerts }

    private var interruptionLevel: String {
        if isCritical { return "critical" }
        if message.priority == .critical || message.bypassesDoNotDisturb { return "time-sensitive" }
        return message.priority == .low ? "passive" : "active"
    }
}
