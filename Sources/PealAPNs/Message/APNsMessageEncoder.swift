import PealCore
import PealProviderKit

/// Puts a message into Apple's words (R096–R105, R119, R134, R145, R164, R168).
///
/// Pure: the same message and instant give the same push. Beside `aps` stands the `peal` object of every provider.
struct APNsMessageEncoder: Sendable {
    /// Apple's limit for everything but VoIP (*Generating a remote notification*).
    static let sizeLimit = 4096
    /// Apple stores a push for 30 days at most.
    private static let longestLife: Int64 = 30 * 24 * 3600

    let allowsCriticalAlerts: Bool

    /// The push; `nil` when it does not fit even with the shortest text.
    func encode(_ message: PushMessage, now: Timestamp) -> APNsPush? {
        guard let body = message.encoded(within: Self.sizeLimit, write) else { return nil }
        let isShown = message.isShown
        return APNsPush(
            kind: isSilent(message) ? .background : .alert,
            // A background push must have 5; what is not urgent may wait for a good moment too.
            priority: isShown && message.priority > .low ? 10 : 5,
            expiration: message.expirationSeconds(atMost: Self.longestLife, now: now),
            collapseID: isShown ? ShortKey.fit(message.collapseKey ?? message.identityTag, limit: 64) : nil,
            body: body
        )
    }

    private func write(_ message: PushMessage) -> [UInt8] {
        var json = JSONWriter(reserving: 1024)
        json.beginObject()
        json.name("aps")
        json.beginObject()
        writeAPS(message, to: &json)
        json.endObject()
        json.name("peal")
        message.payload.write(to: &json)
        json.endObject()
        return json.bytes
    }

    private func writeAPS(_ message: PushMessage, to json: inout JSONWriter) {
        guard !isSilent(message) else {
            json.member("content-available", 1)
            return
        }
        guard message.isShown else {
            json.member("badge", message.badge)
            return
        }
        json.name("alert")
        json.beginObject()
        json.member("title", message.title)
        json.member("body", message.body)
        json.endObject()
        json.member("badge", message.badge)
        if isCritical(message), let sound = message.sound {
            json.name("sound")
            json.beginObject()
            json.member("critical", 1)
            json.member("name", sound)
            json.member("volume", 1)
            json.endObject()
        } else {
            json.member("sound", message.sound)
        }
        json.member("thread-id", message.group)
        json.member("category", message.iosCategory)
        // The app's service extension fetches the picture that `peal.image` names.
        if message.appearance.image != nil { json.member("mutable-content", 1) }
        json.member("interruption-level", interruptionLevel(message))
        json.member("relevance-score", hundredths: message.relevance)
    }

    /// Only a change of the badge can be shown without an alert; for the rest the app has to wake up.
    private func isSilent(_ message: PushMessage) -> Bool {
        !message.isShown && message.payload.op != "badge"
    }

    private func isCritical(_ message: PushMessage) -> Bool { message.priority == .critical && allowsCriticalAlerts }

    /// How far the device lets it interrupt: C07, what passes do-not-disturb without the entitlement is time-sensitive.
    private func interruptionLevel(_ message: PushMessage) -> String {
        if isCritical(message) { return "critical" }
        if message.priority == .critical || message.bypassesDoNotDisturb { return "time-sensitive" }
        return message.priority == .low ? "passive" : "active"
    }
}
