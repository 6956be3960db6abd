import PealCore
import PealProviderKit

/// Puts a message into the JSON a service worker shows: title, body, the options of `showNotification`, and `peal`.
///
/// Pure: the same message gives the same bytes. Where the link has a web address (`links.webOrigin`) and there is room, the same is said a
/// second time in the declarative form, which Safari shows without running a line of script.
enum WebPushMessageEncoder {
    /// The text to encrypt; `nil` when it does not fit even with the shortest words.
    static func encode(_ message: PushMessage, limit: Int = MessageEncryption.textLimit) -> [UInt8]? {
        if message.isSmaller {
            let refused = encode(message.original, limit: limit)
            return message.reduced({ write($0, declaring: $0.webLink) }, from: refused)
        }
        if let link = message.webLink {
            let json = write(message, declaring: link)
            if json.count <= limit { return json }
        }
        return message.encoded(within: limit) { write($0, declaring: nil) }
    }

    private static func write(_ message: PushMessage, declaring link: String?) -> [UInt8] {
        var json = JSONWriter(reserving: 2048)
        json.beginObject()
        if let link {
            json.member("web_push", 8030)
            json.name("notification")
            json.beginObject()
            writeNotification(message, to: &json)
            json.member("navigate", link)
            json.member("app_badge", message.badge.map { String(max($0, 0)) })
            json.endObject()
        }
        writeNotification(message, to: &json)
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        return json.bytes
    }

    private static func writeNotification(_ message: PushMessage, to json: inout JSONWriter) {
        json.member("title", message.title)
        json.member("body", message.body)
        message.writeWebOptions(tag: message.replacementTag, to: &json)
    }
}
