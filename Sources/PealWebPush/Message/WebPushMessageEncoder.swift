import PealCore
import PealProviderKit

/// Puts a message into the JSON a service worker shows: `{title, body, tag, peal}`.
///
/// Pure: the same message gives the same bytes. Where the link is a web address and there is room, the same is said a
/// second time in the declarative form, which Safari shows without running a line of script.
enum WebPushMessageEncoder {
    /// The text to encrypt; `nil` when it does not fit even with the shortest words.
    static func encode(_ message: PushMessage, limit: Int = MessageEncryption.textLimit) -> [UInt8]? {
        if message.payload.link.hasPrefix("https://") {
            let json = write(message, isDeclarative: true)
            if json.count <= limit { return json }
        }
        return message.encoded(within: limit) { write($0, isDeclarative: false) }
    }

    private static func write(_ message: PushMessage, isDeclarative: Bool) -> [UInt8] {
        var json = JSONBytes(capacity: 2048)
        json.beginObject()
        if isDeclarative {
            json.member("web_push", 8030)
            json.name("notification")
            json.beginObject()
            writeNotification(message, to: &json)
            json.member("navigate", message.payload.link)
            json.member("app_badge", String(max(message.badge, 0)))
            json.endObject()
        }
        writeNotification(message, to: &json)
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        return json.bytes
    }

    private static func writeNotification(_ message: PushMessage, to json: inout JSONBytes) {
        json.member("title", message.title)
        json.member("body", message.body)
        json.member("tag", message.replacementTag)
        if message.sound == nil {
            json.name("silent")
            json.bool(true)
        }
    }

    /// How many bytes a character takes in JSON.
    private static func jsonSize(_ character: Character) -> Int {
        character.utf8.reduce(0) { size, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
            case 0..<0x20: size + 6
            default: size + 1
            }
        }
    }
}
