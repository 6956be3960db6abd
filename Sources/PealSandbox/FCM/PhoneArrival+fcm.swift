import PealCore

extension PhoneArrival {
    /// What a device makes of an accepted FCM message.
    init(fcm body: JSONValue, platform: Platform, now: Timestamp) {
        let message = body.object?["message"]?.object ?? [:]
        let data = message["data"]?.object ?? [:]
        let shown = message["notification"]?.object
        let peal = data["peal"]?.string.flatMap { JSONText.parse(Array($0.utf8))?.object } ?? [:]
        self.init(
            peal: peal,
            title: (shown ?? data)["title"]?.string,
            body: (shown ?? data)["body"]?.string,
            tag: nil,
            collapseKey: nil,
            sound: nil,
            badge: nil,
            thread: nil,
            at: now,
            expiresAt: now + .seconds(2_419_200)
        )
        switch platform {
        case .android: readAndroid(message["android"]?.object ?? [:], data: data, isDrawnByApp: shown == nil)
        case .ios: readAPNs(message["apns"]?.object ?? [:])
        case .web:
            let drawing =
                shown == nil ? data["options"]?.string.flatMap { JSONText.parse(Array($0.utf8))?.object } : nil
            readWebPush(message["webpush"]?.object ?? [:], drawing: drawing)
        }
    }

    private mutating func readAndroid(_ android: [String: JSONValue], data: [String: JSONValue], isDrawnByApp: Bool) {
        let notification = isDrawnByApp ? data : android["notification"]?.object ?? [:]
        tag = notification["tag"]?.string
        sound = notification["sound"]?.string
        image = notification["image"]?.string
        collapseKey = (android["collapse_key"] ?? android["collapseKey"])?.string
        badge = (notification["notification_count"] ?? notification["notificationCount"])
            .flatMap { ProtoJSON.int32($0) }.map { Int($0) }
        if let seconds = android["ttl"].flatMap({ ProtoJSON.seconds($0) }) { expiresAt = at + .seconds(Int64(seconds)) }
    }

    private mutating func readAPNs(_ apns: [String: JSONValue]) {
        let headers = apns["headers"]?.object ?? [:]
        let aps = apns["payload"]?.object?["aps"]?.object ?? [:]
        tag = headers["apns-collapse-id"]?.string
        collapseKey = tag
        thread = aps["thread-id"]?.string
        sound = aps["sound"]?.string ?? aps["sound"]?.object?["name"]?.string
        if aps["mutable-content"] == .integer(1) { image = apns["fcm_options"]?.object?["image"]?.string }
        if case .integer(let count) = aps["badge"] { badge = Int(clamping: count) }
        if let alert = aps["alert"]?.object {
            title = alert["title"]?.string ?? title
            body = alert["body"]?.string ?? body
        }
        if let instant = headers["apns-expiration"]?.string.flatMap({ Int64($0) }) {
            expiresAt = instant == 0 ? at : Timestamp(seconds: instant)
        }
    }

    /// `drawing` is what the app's own worker draws it by; `nil` where Firebase's draws it.
    private mutating func readWebPush(_ web: [String: JSONValue], drawing: [String: JSONValue]?) {
        let headers = web["headers"]?.object ?? [:]
        let notification = drawing ?? web["notification"]?.object ?? [:]
        title = notification["title"]?.string ?? title
        body = notification["body"]?.string ?? body
        tag = notification["tag"]?.string
        collapseKey = headers["Topic"]?.string
        image = notification["image"]?.string
        if drawing == nil {
            // Firebase's own service worker draws it: it opens the link it was told, and hands no button to anybody.
            link = web["fcm_options"]?.object?["link"]?.string ?? ""
            hasButtons = false
        }
        sound = notification["silent"] == .bool(true) ? nil : "default"
        if let seconds = headers["TTL"]?.string.flatMap({ Int64($0) }) { expiresAt = at + .seconds(seconds) }
    }
}
