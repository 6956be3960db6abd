import PealCore
import PealProviderKit

/// The `apns` part of a message: what FCM hands on to Apple.
struct APNsBlock {
    let message: PushMessage
    let allowsCriticalAlerts: Bool

    func write(to json: inout JSONBytes, now: Timestamp) {
        json.name("apns")
        json.beginObject()
        json.name("headers")
        json.beginObject()
        // A background push must have priority 5; what is not urgent may wait for a good moment too.
        json.member("apns-priority", message.isShown && message.priority > .low ? "10" : "5")
        json.member("apns-expiration", String((now + .seconds(message.lifetimeSeconds)).seconds))
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
        json.endObject()
    }

    /// Only a change of the badge can be shown without an alert; for the rest the app has to wake up.
    private var isSilent: Bool { !message.isShown && message.payload.op != "badge" }

    private func writeAPS(to json: inout JSONBytes) {
        guard !isSilent else {
            json.member("content-available", 1)
            return
        }
        json.member("badge", Int64(message.badge))
        guard message.isShown else { return }
        if isCritical {
            json.name("sound")
            json.beginObject()
            json.member("critical", 1)
            json.member("name", message.sound ?? "default")
            json.member("volume", 1)
            json.endObject()
        } else {
            json.member("sound", ifPresent: message.sound)
        }
        json.member("thread-id", ifPresent: message.thread)
        json.member("category", ifPresent: message.iosCategory)
        json.member("interruption-level", interruptionLevel)
    }

    private var isCritical: Bool { message.priority == .critical && allowsCriticalAlerts }

    private var interruptionLevel: String {
        if isCritical { return "critical" }
        if message.priority == .critical || message.bypassesDoNotDisturb { return "time-sensitive" }
        return message.priority == .low ? "passive" : "active"
    }
}
