public import PealCore

extension PushMessage {
    /// Whether the device shows something, or only the app is told.
    public var isShown: Bool { payload.op == "show" }

    /// Whether Android is to deliver it at once, though the device sleeps (P9).
    ///
    /// What shows nothing never is: Google takes HIGH away from apps that use it for that.
    public var wakesAndroid: Bool {
        isShown && (priority >= .high || (urgency == .shown && priority > .low))
    }

    /// For how long a push service keeps it, in whole seconds.
    ///
    /// Rounded up, and at least 1 for what is shown: 0 asks for one attempt and no storing.
    /// - Parameter longest: what the service allows at most, in seconds.
    /// - Returns: the seconds; 0 for what is not to be stored.
    public func lifetimeSeconds(atMost longest: Int64) -> Int64 {
        let left = timeToLive.wholeMilliseconds
        return min(max((left + 999) / 1_000, isShown || left > 0 ? 1 : 0), longest)
    }

    /// Until when a push service keeps it, in seconds since 1970, rounded up; 0 for what is not to be stored.
    /// - Parameters:
    ///   - longest: what the service allows at most, in seconds.
    ///   - now: the instant of the attempt.
    /// - Returns: the instant.
    public func expirationSeconds(atMost longest: Int64, now: Timestamp) -> Int64 {
        let seconds = lifetimeSeconds(atMost: longest)
        guard seconds > 0 else { return 0 }
        let left = Duration.milliseconds(min(max(timeToLive.wholeMilliseconds, 1), longest * 1_000))
        return max((now + left + .milliseconds(999)).seconds, now.seconds + 1)
    }

    /// How Apple sorts it in a summary, in hundredths of 1.
    public var relevance: Int {
        switch priority {
        case .critical: 100
        case .high: 75
        case .normal: 50
        case .low: 25
        }
    }

    /// Writes the members of a web notification's options (WHATWG Notifications, 2.4) that go with its title and body.
    /// - Parameters:
    ///   - tag: what it is replaced by.
    ///   - json: takes the members; an object is open there.
    public func writeWebOptions(tag: String, to json: inout JSONWriter) {
        json.member("tag", tag)
        if sound == nil { json.member("silent", true) }
        json.member("icon", appearance.icon)
        json.member("badge", appearance.badgeIcon)
        json.member("image", appearance.image)
        json.member("lang", appearance.locale)
        // The default, `auto`, goes by the first letter, which may be of a name in another script.
        if let locale = appearance.locale {
            json.member("dir", TextDirection(LocaleName(locale)) == .rightToLeft ? "rtl" : "ltr")
        }
        if let sentAt = appearance.sentAt { json.member("timestamp", sentAt.milliseconds) }
        // What is critical stays until the user has seen it.
        if priority == .critical { json.member("requireInteraction", true) }
        // A later one of a group is heard again; a second copy of the same one is not, and a silent one cannot be.
        if collapseKey != nil, sound != nil { json.member("renotify", true) }
    }
}
