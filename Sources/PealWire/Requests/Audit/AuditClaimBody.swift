public import PealCore

/// The body of `POST /analytics/notification-audit`: S0's `NotificationAuditRecord`, as a client claims it.
public struct AuditClaimBody: RequestBody, Sendable {
    /// What the client says happened.
    public var action: AuditAction
    /// The notification; only a payload that could not be read may lack it.
    public var notification: NotificationID?
    /// The channel.
    public var channel: Channel
    /// When, by the client's clock.
    public var timestamp: Timestamp?
    /// The kind of the device.
    public var platform: Platform?
    /// The user, which a backend has to name.
    public var user: UserID?
    /// What else the client says, by its names in S0.
    public var details: [String: JSONValue]

    private static let actions = AuditAction.claimable.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

    /// How it is read.
    public static var shape: Shape<AuditClaimBody> {
        .object { object in
            let action = object.required("action", Shape<String>.identifier)
            let notification = object.optional("notificationId", Shape<String>.identifier)
            let channel = object.optional("channel", Shape<Channel>.claimed)
            let timestamp = object.clientTime("timestamp")
            let user = object.optional("userId", Shape<UserID>.namedUser)
            var details: [String: JSONValue] = [:]
            if let text = object.optional("category", .identifier) { details["category"] = .string(text) }
            if let text = object.optional("errorMessage", .string(bytes: 500)) {
                details["errorMessage"] = .string(text)
            }
            if let members = object.optional("actionPayload", Shape<[String: JSONValue]>.map(.any, atMost: 20)) {
                details["actionPayload"] = .object(members)
            }
            let metadata = object.optional("metadata", metadata)
            if let version = metadata?.appVersion { details["appVersion"] = .string(version) }
            guard let action else { return nil }
            guard let claimed = AuditAction.claimable.first(where: { $0.rawValue == action }) else {
                object.report("must be one of \(actions)", at: "action")
                return nil
            }
            let id = notification.flatMap { NotificationID($0) }
            if notification == nil, claimed != .malformed { object.report("is required", at: "notificationId") }
            if notification != nil, id == nil {
                object.report("must be the id of a notification", at: "notificationId")
            }
            return AuditClaimBody(
                action: claimed,
                notification: id,
                channel: channel ?? .push,
                timestamp: timestamp,
                platform: metadata?.platform,
                user: user,
                details: details
            )
        }
    }

    private struct Metadata {
        var platform: Platform?
        var appVersion: String?
    }

    /// A token is not read: it would have to be kept secret.
    private static var metadata: Shape<Metadata> {
        .object { object in
            object.ignore("fcmToken")
            return Metadata(
                platform: object.optional("deviceType", .platform),
                appVersion: object.appVersion()
            )
        }
    }
}

extension Shape where Value == Channel {
    /// A channel in the specification's spelling or in ours.
    fileprivate static var claimed: Shape {
        Shape { json, path in
            let known = path.rules.switchedChannels
            let name = json.string
            if let channel = known.first(where: { $0.specifiedName == name || $0.rawValue == name }) { return channel }
            let names = known.map { "\"\($0.specifiedName)\"" }.sorted().joined(separator: ", ")
            path.report("must be one of \(names)")
            return nil
        }
    }
}
