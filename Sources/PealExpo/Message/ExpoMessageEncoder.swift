import PealCore
import PealProviderKit

/// Puts a message into Expo's words: one object of the array a request carries.
///
/// Pure: the same message gives the same bytes. It holds the fields of the device's platform alone. A message that shows
/// nothing is data alone and wakes the app.
struct ExpoMessageEncoder: Sendable {
    /// Expo's limit for what a device receives, here held for the whole message and so a little on the safe side.
    static let sizeLimit = 4096
    /// APNs' limit for a collapse id.
    private static let keyLimit = 64
    /// FCM's longest time to live, 28 days.
    private static let longestLife: Int64 = 2_419_200

    let allowsCriticalAlerts: Bool

    /// The message's JSON; `nil` when it does not fit even with the shortest text.
    func encode(_ message: PushMessage) -> [UInt8]? { message.encoded(within: Self.sizeLimit, write) }

    private func write(_ message: PushMessage) -> [UInt8] {
        var json = JSONWriter(reserving: 1024)
        json.beginObject()
        json.member("to", message.token)
        let isShown = message.isShown
        if isShown {
            json.member("title", message.title)
            json.member("body", message.body)
        }
        json.name("data")
        json.beginObject()
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        if isShown {
            let key = ShortKey.fit(message.collapseKey ?? message.identityTag, limit: Self.keyLimit)
            if message.platform == .ios {
                writeApple(message, to: &json)
            } else {
                writeAndroid(message, key, to: &json)
            }
            json.member("categoryId", message.iosCategory)
            json.member("collapseId", key)
            writePicture(message, to: &json)
        } else if message.platform == .ios {
            json.name("_contentAvailable")
            json.bool(true)
        }
        json.member("ttl", message.lifetimeSeconds(atMost: Self.longestLife))
        json.member("priority", isShown ? Self.urgency(message) : "normal")
        json.endObject()
        return json.bytes
    }

    private func writeApple(_ message: PushMessage, to json: inout JSONWriter) {
        let isCritical = message.priority == .critical && allowsCriticalAlerts
        if isCritical, let sound = message.sound {
            json.name("sound")
            json.beginObject()
            json.name("critical")
            json.bool(true)
            json.member("name", sound)
            json.member("volume", 1)
            json.endObject()
        } else {
            json.member("sound", message.sound)
        }
        json.member("badge", message.badge)
        json.member("interruptionLevel", interruptionLevel(message, isCritical: isCritical))
    }

    private func interruptionLevel(_ message: PushMessage, isCritical: Bool) -> String {
        if isCritical { return "critical" }
        if message.priority == .critical || message.bypassesDoNotDisturb { return "time-sensitive" }
        return message.priority == .low ? "passive" : "active"
    }

    /// Sound and vibration belong to the channel.
    private func writeAndroid(_ message: PushMessage, _ key: String, to json: inout JSONWriter) {
        json.member("channelId", message.androidChannel)
        json.member("tag", key)
    }

    /// iOS shows it with the help of the app's service extension.
    private func writePicture(_ message: PushMessage, to json: inout JSONWriter) {
        guard let image = message.appearance.image else { return }
        if message.platform == .ios { json.member("mutableContent", true) }
        json.name("richContent")
        json.beginObject()
        json.member("image", image)
        json.endObject()
    }

    /// `default` is high on iOS and normal on Android.
    private static func urgency(_ message: PushMessage) -> String {
        switch message.priority {
        case .critical, .high: "high"
        case .normal where message.platform == .android && message.wakesAndroid: "high"
        case .normal: "default"
        case .low: "normal"
        }
    }
}
