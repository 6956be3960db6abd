import PealCore
import PealProviderKit

/// Puts a message into FCM's words.
///
/// Pure: the same message and instant give the same bytes. Title and body go into the common `notification`, from which
/// FCM makes each platform's own; only the block of the device's platform is added. What the app draws is data alone.
struct FCMMessageEncoder: Sendable {
    /// FCM's limit for a message to one device, here held for the whole request and so a little on the safe side.
    static let sizeLimit = 4096

    let allowsCriticalAlerts: Bool

    /// The request's body; `nil` when it does not fit even with the shortest text.
    func encode(_ message: PushMessage, now: Timestamp) -> [UInt8]? {
        // Written once where only texts can be shortened.
        let payload = message.payload.data.isEmpty && !message.isSmaller ? message.payload.json() : nil
        return message.encoded(within: Self.sizeLimit) { write($0, payload: payload ?? $0.payload.json(), now: now) }
    }

    /// What the app draws it by.
    private func writeDrawing(of message: PushMessage, to json: inout JSONWriter) {
        json.member("title", message.title)
        json.member("body", message.body)
        guard message.platform == .android else {
            // The second argument of `showNotification`, as JSON: FCM's data values are texts.
            var options = JSONWriter(reserving: 256)
            options.beginObject()
            message.writeWebOptions(tag: message.replacementTag, to: &options)
            options.endObject()
            json.name("options")
            json.string(utf8: options.bytes)
            return
        }
        json.member("tag", message.replacementTag)
        json.member("channel", message.androidChannel)
        json.member("sound", message.sound)
        json.member("vibration", message.vibration)
        json.member("image", message.appearance.image)
        json.member("color", message.appearance.color)
        json.member("visibility", message.appearance.visibility?.rawValue)
    }

    private func write(_ message: PushMessage, payload: [UInt8], now: Timestamp) -> [UInt8] {
        var json = JSONWriter(reserving: 2048)
        json.beginObject()
        json.name("message")
        json.beginObject()
        json.member("token", message.token)
        if message.isShown, !message.isDrawnByApp {
            json.name("notification")
            json.beginObject()
            json.member("title", message.title)
            json.member("body", message.body)
            json.endObject()
        }
        json.name("data")
        json.beginObject()
        json.name("peal")
        json.string(utf8: payload)
        if message.isDrawnByApp { writeDrawing(of: message, to: &json) }
        json.endObject()
        switch message.platform {
        case .android: AndroidBlock(message: message).write(to: &json)
        case .ios: APNsBlock(message: message, allowsCriticalAlerts: allowsCriticalAlerts).write(to: &json, now: now)
        case .web: WebPushBlock(message: message).write(to: &json)
        }
        json.endObject()
        json.endObject()
        return json.bytes
    }
}
