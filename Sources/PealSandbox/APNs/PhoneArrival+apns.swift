import PealCore

extension PhoneArrival {
    /// How long APNs keeps a push that names no end.
    private static let storage: Duration = .seconds(30 * 86_400)

    /// What a device makes of an accepted push.
    init(apns payload: [String: JSONValue], headers: APNsRequestHeaders, now: Timestamp) {
        let aps = payload["aps"]?.object ?? [:]
        let alert = aps["alert"]
        var badge: Int?
        if case .integer(let count) = aps["badge"] { badge = Int(clamping: count) }
        let limit = now + Self.storage
        let expiresAt: Timestamp =
            switch headers.expiresAt {
            case nil: limit
            case Timestamp(seconds: 0)?: now
            case let instant?: min(instant, limit)
            }
        self.init(
            peal: payload["peal"]?.object ?? [:],
            // An alert of text alone is a body without a title.
            title: alert?.object.map { $0["title"]?.string ?? "" } ?? alert?.string.map { _ in "" },
            body: alert?.object.map { $0["body"]?.string ?? "" } ?? alert?.string,
            tag: headers.collapseID,
            collapseKey: headers.collapseID,
            sound: aps["sound"]?.string ?? aps["sound"]?.object?["name"]?.string,
            badge: badge,
            thread: aps["thread-id"]?.string,
            at: now,
            expiresAt: expiresAt
        )
        // The app's service extension runs only where the push asks for it.
        if aps["mutable-content"] == .integer(1) { image = peal["image"]?.string }
    }
}
