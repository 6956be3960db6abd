/// What a client says happened to a notification; the server adds who and when.
public struct AuditClaim: Sendable, Equatable {
    /// What happened.
    public var action: AuditAction
    /// The notification; a payload that was malformed may not have named it.
    public var notification: NotificationID?
    /// The channel.
    public var channel: Channel
    /// When it happened, by the client's clock.
    public var claimedAt: Timestamp?
    /// The kind of the device.
    public var platform: Platform?
    /// What the client adds, in base64: sealed with a key of the user, so that it ends with them; empty without any.
    public var sealed: String

    /// Joins the parts.
    public init(
        _ action: AuditAction,
        of notification: NotificationID?,
        channel: Channel,
        claimedAt: Timestamp? = nil,
        platform: Platform? = nil,
        sealed: String = ""
    ) {
        self.action = action
        self.notification = notification
        self.channel = channel
        self.claimedAt = claimedAt
        self.platform = platform
        self.sealed = sealed
    }

    /// What the event log keeps of it until it is an entry.
    public func note(at now: Timestamp) -> AuditNote {
        var details = ["channel": channel.rawValue]
        details["notification"] = notification?.description
        details["claimedAt"] = claimedAt?.rfc3339
        details["platform"] = platform?.rawValue
        if !sealed.isEmpty { details["sealed"] = sealed }
        return AuditNote(action.rawValue, at: now, details)
    }

    /// The entry of a claim.
    static func entry(of note: AuditNote, _ record: AuditRecord) -> AuditEntry {
        let details = note.details
        var entry = AuditEntry(AuditAction(rawValue: note.name) ?? .malformed, record.event.kind, at: note.at)
        entry.source = .client
        entry.user = record.user
        entry.notification = details["notification"].flatMap { NotificationID($0) }
        entry.channel = details["channel"].map { Channel(rawValue: $0) }
        for name in ["claimedAt", "platform", "sealed"] {
            if let value = details[name] { entry.payload[name] = .string(value) }
        }
        return entry
    }
}
