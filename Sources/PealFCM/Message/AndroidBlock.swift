import PealCore
import PealProviderKit

/// The `android` part of a message.
struct AndroidBlock {
    let message: PushMessage

    func write(to json: inout JSONWriter) {
        json.name("android")
        json.beginObject()
        json.member("priority", isUrgent ? "HIGH" : "NORMAL")
        json.member("ttl", "\(message.lifetimeSeconds)s")
        json.member("collapse_key", message.collapseKey)
        if message.isShown, !message.isDrawnByApp { writeNotification(to: &json) }
        json.endObject()
    }

    /// HIGH wakes a sleeping device; FCM takes it away from apps that use it for nothing visible.
    private var isUrgent: Bool { message.wakesAndroid || message.isDrawnByApp }

    private func writeNotification(to json: inout JSONWriter) {
        json.name("notification")
        json.beginObject()
        json.member("tag", message.replacementTag)
        json.member("channel_id", message.androidChannel)
        json.member("sound", message.sound)
        // 0 would mean "one more".
        if let badge = message.badge, badge > 0 { json.member("notification_count", Int64(badge)) }
        json.member("notification_priority", devicePriority)
        json.member("image", message.appearance.image)
        json.member("color", message.appearance.color)
        json.member("visibility", message.appearance.visibility?.rawValue.uppercased())
        if message.appearance.sentAt != nil { json.member("event_time", message.payload.sentAt) }
        if let vibration = message.vibration { writeVibration(vibration, to: &json) }
        json.endObject()
    }

    /// Before Android 8; later the channel decides.
    private var devicePriority: String {
        if message.bypassesDoNotDisturb { return "PRIORITY_MAX" }
        switch message.priority {
        case .critical: return "PRIORITY_MAX"
        case .high: return "PRIORITY_HIGH"
        case .normal: return "PRIORITY_DEFAULT"
        case .low: return "PRIORITY_LOW"
        }
    }

    private func writeVibration(_ name: String, to json: inout JSONWriter) {
        guard let pattern = Self.patterns[name] else {
            json.name("default_vibrate_timings")
            json.bool(true)
            return
        }
        json.name("vibrate_timings")
        json.beginArray()
        for timing in pattern { json.string(timing) }
        json.endArray()
    }

    /// Pauses and pulses in turn; a name that is not here vibrates as the device does by default.
    private static let patterns: [String: [String]] = [
        "short": ["0s", "0.2s"],
        "long": ["0s", "0.8s"],
        "double": ["0s", "0.2s", "0.2s", "0.2s"],
        "strong": ["0s", "0.6s"],
        "celebratory": ["0s", "0.1s", "0.1s", "0.1s", "0.1s", "0.4s"],
        "urgent": ["0s", "0.5s", "0.2s", "0.5s", "0.2s", "0.5s"],
    ]
}
