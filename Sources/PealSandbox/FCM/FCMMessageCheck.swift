import PealCore

/// Holds a message to FCM's rules as the real service does: shapes, ranges, sizes, and no unknown fields.
struct FCMMessageCheck {
    private(set) var violations: [FCMViolation] = []
    /// Who gets it; `nil` when that is among what is wrong.
    private(set) var target: FCMTarget?

    /// FCM's limit for a message to one device.
    static let sizeLimit = 4096
    /// FCM's limit for a message to a topic.
    static let topicSizeLimit = 2048

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
        message.text("name", &violations)
        checkOptions(of: message, FCMNames.options)
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
        guard let text = message[target]?.string else { return message.text(target, &violations) }
        let read: FCMTarget = FCMTarget(member: target, text)
        if let problem = read.problem {
            violations.append(FCMViolation(field: "message.\(target)", description: problem))
        } else {
            self.target = read
        }
    }

    /// The `fcm_options` of a block, whose members differ.
    @discardableResult
    private mutating func checkOptions(of block: FCMFields, _ names: Set<String>) -> FCMFields? {
        guard let options = block.object("fcm_options", &violations) else { return nil }
        options.allow(names, &violations)
        options.text("analytics_label", "Invalid analytics label", &violations) { label in
            (1...50).contains(label.utf8.count) && label.utf8.allSatisfy(FCMTopic.allows)
        }
        if names.contains("image") { options.text("image", &violations) }
        return options
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
        android.text("restricted_package_name", &violations)
        for name in FCMNames.androidTruths { android.boolean(name, &violations) }
        if android["priority"]?.string.map({ FCMNames.androidPriorityAliases.contains($0) }) != true {
            android.enumeration("priority", FCMNames.androidPriorities, &violations)
        }
        checkOptions(of: android, FCMNames.options)
        android.seconds("ttl", upTo: 2_419_200, &violations)
        checkData(android["data"], at: "message.android.data")
        guard let notification = android.object("notification", &violations) else { return }
        notification.allow(FCMNames.androidNotification, &violations)
        for name in FCMNames.androidTexts { notification.text(name, &violations) }
        for name in FCMNames.androidBooleans { notification.boolean(name, &violations) }
        for name in ["title_loc_args", "body_loc_args"] { notification.texts(name, &violations) }
        notification.text("color", "must be #rrggbb", &violations, where: Self.isColor)
        notification.instant("event_time", &violations)
        notification.enumeration("notification_priority", FCMNames.notificationPriorities, &violations)
        notification.enumeration("visibility", FCMNames.visibilities, &violations)
        notification.enumeration("proxy", FCMNames.proxies, &violations)
        checkLight(of: notification)
        notification.count("notification_count", &violations)
        notification.timings("vibrate_timings", &violations)
    }

    private mutating func checkLight(of notification: FCMFields) {
        guard let light = notification.object("light_settings", &violations) else { return }
        light.allow(Set(FCMNames.lightSettings), &violations)
        light.require(FCMNames.lightSettings, &violations)
        light.seconds("light_on_duration", &violations)
        light.seconds("light_off_duration", &violations)
        guard let color = light.object("color", &violations) else { return }
        color.allow(Set(FCMNames.colorShares), &violations)
        for name in FCMNames.colorShares { color.share(name, &violations) }
    }

    private static func isColor(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#") && text.utf8.dropFirst().allSatisfy(Hexadecimal.isDigit)
    }

    private mutating func checkAPNs(_ apns: FCMFields) {
        apns.allow(FCMNames.apns, &violations)
        apns.text("live_activity_token", &violations)
        checkOptions(of: apns, FCMNames.apnsOptions)
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
        checkOptions(of: web, FCMNames.webPushOptions)?
            .text("link", "must be https", &violations) { $0.hasPrefix("https://") }
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
        let limit =
            switch target {
            case .topic, .condition: Self.topicSizeLimit
            default: Self.sizeLimit
            }
        if size > limit {
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
