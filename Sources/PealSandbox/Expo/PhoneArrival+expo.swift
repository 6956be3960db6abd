import PealCore

extension PhoneArrival {
    /// What a device makes of an accepted Expo message.
    init(expo message: [String: JSONValue], platform: Platform, now: Timestamp) {
        self.init(
            peal: message["data"]?.object?["peal"]?.object ?? [:],
            title: message["title"]?.string,
            body: message["body"]?.string,
            tag: nil,
            collapseKey: message["collapseId"]?.string,
            sound: nil,
            badge: nil,
            thread: nil,
            at: now,
            expiresAt: now + .seconds(2_419_200)
        )
        if case .integer(let seconds) = message["ttl"] {
            expiresAt = now + .seconds(seconds)
        } else if case .integer(let instant) = message["expiration"] {
            expiresAt = Timestamp(seconds: instant)
        }
        let picture = message["richContent"]?.object?["image"]?.string
        if platform == .android || message["mutableContent"] == .bool(true) { image = picture }
        if platform == .ios {
            tag = collapseKey
            sound = message["sound"]?.string ?? message["sound"]?.object?["name"]?.string
            if case .integer(let count) = message["badge"] { badge = Int(clamping: count) }
        } else {
            tag = message["tag"]?.string
            // The channel decides; the sandbox's ring for all that is not quiet.
            if title != nil, message["priority"] != .string("normal") { sound = "default" }
        }
    }
}
