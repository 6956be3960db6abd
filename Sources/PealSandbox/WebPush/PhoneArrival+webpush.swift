import PealCore

extension PhoneArrival {
    /// What a browser's service worker makes of a decrypted message.
    init(webPush text: [UInt8], topic: String?, timeToLive: Int64, now: Timestamp) {
        let members = JSONText.parse(text)?.object ?? [:]
        self.init(
            peal: members["peal"]?.object ?? [:],
            title: members["title"]?.string,
            body: members["body"]?.string,
            tag: members["tag"]?.string,
            collapseKey: topic,
            sound: members["silent"] == .bool(true) ? nil : "default",
            badge: nil,
            thread: nil,
            at: now,
            expiresAt: now + .seconds(timeToLive)
        )
        image = members["image"]?.string
    }
}
