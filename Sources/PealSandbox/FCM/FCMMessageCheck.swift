import PealCore

/// Holds a message to FCM's rules as the real service does: shapes, ranges, sizes, and no unknown fields.
struct FCMMessageCheck {
    private(set) var violations: [FCMViolation] = []
    private(set) var token = ""

    /// FCM's limit for a message to one device.
    static let sizeLimit = 4096

    /// Looks at a request's body.
    init(_ body: JSONValue) {
        guard let request = FCMFields(body, at: "", in: &violations) else { return }
        request.allow(FCMNames.request, &violations)
        request.boolean("validate_only", &violations)
        guard let value = request["message"] else {
            violations.append(FCMViolation(field: "message", description: "Message is required"))
            return
        }
        guard let message = FCMFields(value, at: "message", in: &violations) else { return }
        message.allow(FCMNames.message, &violations)
        checkTarget(message)
        checkData(message["data"], at: "message.data")
        if let notification = message.object("notification", &violations) {
            notification.allow(FCMNames.notification, &violations)
            for name in FCMNames.notificationTexts { notification.text(name, &violations) }
        }
        if let android = message.object("android", &violations) { checkAndroid(android) }
        if let apns = message.object("apns", &violations) { checkAPNs(apns) }
        if let web = message.object("webpush", &violations) { checkWebPush(web) }
        checkSize(message)
    }

    private mutating func checkTarget(_ message: FCMFields) {
        let targets = FCMNames.targets.filter { message[$0] != nil }
        guard targets.count == 1, let target = targets.first else {
            violations.append(
                FCMViolation(field: "message", description: "Exactly one of token, fid, topic or condition is required")
            )
            return
        }
        message.text(target, &violations)
        token = message[target]?.string ?? ""
    }

    private mutating func checkData(_ value: JSONValue?, at path: String) {
        guard let value, let data = FCMFields(value, at: path, in: &violations) else { return }
        for (key, value) in data.members {
            if value.string == nil {
                violations.append(FCMViolation(field: "\(path).\(key)", description: "data values must be strings"))
            }
            if key == "from" || key == "message_type" || key.hasPrefix("google") || key.hasPrefix("gcm") {
                violations.append(FCMViolation(field: "\(path).\(key)", description: "Invalid data payload key"))
            }
        }
    }

    private mutating func checkAndroid(_ android: FCMFields) {
        android.allow(FCMNames.android, &violations)
        android.text("collapse_key", &violations)
        android.oneOf("priority", FCMNames.androidPriorities, &violations)
        android.seconds("ttl", upTo: 2_419_200, &violations)
        checkData(android["data"], at: "message.android.data")
        guard let notification = android.object("notification", &violations) else { return }
        notification.allow(FCMNames.androidNotification, &violations)
        for name in FCMNames.androidTexts { notification.text(name, &violations) }
        for name in FCMNames.androidBooleans { notification.boolean(name, &violations) }
        notification.oneOf("notification_priority", FCMNames.notificationPriorities, &violations)
        notification.oneOf("visibility", FCMNames.visibilities, &violations)
        notification.oneOf("proxy", FCMNames.proxies, &violations)
        notification.count("notification_count", &violations)
        notification.timings("vibrate_timings", &violations)
    }

    private mutating func checkAPNs(_ apns: FCMFields) {
        apns.allow(FCMNames.apns, &violations)
        let payload = apns.object("payload", &violations)
        let aps = payload?.object("aps", &violations)
        guard let headers = apns.object("headers", &violations) else { return }
        for name in headers.members.keys { headers.text(name, &violations) }
        headers.oneOf("apns-priority", FCMNames.apnsPriorities, &violations)
        headers.oneOf("apns-push-type", FCMNames.apnsPushTypes, &violations)
        if let expiration = headers["apns-expiration"]?.string, Int64(expiration).map({ $0 >= 0 }) != true {
            violations.append(FCMViolation(field: "message.apns.headers", description: "BadExpirationDate"))
        }
        if let collapse = headers["apns-collapse-id"]?.string, collapse.utf8.count > 64 {
            violations.append(FCMViolation(field: "message.apns.headers", description: "BadCollapseId"))
        }
        guard headers["apns-push-type"]?.string == "background" else { return }
        let isBare = aps?.members == ["content-available": .integer(1)]
        if headers["apns-priority"]?.string != "5" || !isBare {
            violations.append(
                FCMViolation(field: "message.apns", description: "A background push is bare and has priority 5")
            )
        }
    }

    private mutating func checkWebPush(_ web: FCMFields) {
        web.allow(FCMNames.webPush, &violations)
        checkData(web["data"], at: "message.webpush.data")
        _ = web.object("notification", &violations)
        if let options = web.object("fcm_options", &violations) {
            options.allow(FCMNames.webPushOptions, &violations)
            if let link = options["link"], link.string?.hasPrefix("https://") != true {
                violations.append(FCMViolation(field: "message.webpush.fcm_options.link", description: "must be https"))
            }
        }
        guard let headers = web.object("headers", &violations) else { return }
        for name in headers.members.keys { headers.text(name, &violations) }
        headers.oneOf("Urgency", FCMNames.urgencies, &violations)
        if let ttl = headers["TTL"]?.string, UInt32(ttl).map({ $0 <= 2_419_200 }) != true {
            violations.append(FCMViolation(field: "message.webpush.headers", description: "Invalid TTL"))
        }
        if let topic = headers["Topic"]?.string, topic.isEmpty || topic.utf8.count > 32 {
            violations.append(FCMViolation(field: "message.webpush.headers", description: "Invalid Topic"))
        }
    }

    /// Keys and values of everything the device gets.
    private mutating func checkSize(_ message: FCMFields) {
        var size = Self.size(message["data"]) + Self.size(message["notification"])
        for (block, value) in message.members {
            guard let parts = value.object else { continue }
            switch block {
            case "android", "webpush": size += Self.size(parts["data"]) + Self.size(parts["notification"])
            case "apns": size += Self.size(parts["payload"])
            default: break
            }
        }
        if size > Self.sizeLimit {
            violations.append(FCMViolation(field: "message", description: "Message is too big"))
        }
    }

    private static func size(_ value: JSONValue?) -> Int {
        switch value {
        case nil, .null: 0
        case .bool, .integer, .number: 8
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + size($1) }
        case .object(let members): members.reduce(0) { $0 + $1.key.utf8.count + size($1.value) }
        }
    }
}
