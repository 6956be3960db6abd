/// What a user's claims have added to the audit log on one day: the log is only appended to, so it is bounded.
public struct ClaimUse: Sendable, Equatable {
    /// Claims of a user that become entries on one day (UTC), at most.
    public static let entries = 200
    /// Bytes of what a user's claims add in words on one day, at most.
    public static let words = 32 * 1024

    /// The day, in days since 1970.
    public var day: Int
    /// Entries of that day.
    public var count: Int
    /// Bytes of words of that day.
    public var bytes: Int

    /// Nothing, unless said otherwise.
    public init(day: Int = 0, count: Int = 0, bytes: Int = 0) {
        self.day = day
        self.count = count
        self.bytes = bytes
    }

    /// The use after one more claim.
    /// - Parameters:
    ///   - bytes: how long its words are.
    ///   - now: when.
    /// - Returns: the use, and whether the words fit; `nil` when the day has room for no more entry.
    public func adding(_ bytes: Int, at now: Timestamp) -> (use: ClaimUse, keepsWords: Bool)? {
        let today = Int(now.milliseconds / 86_400_000)
        var use = day == today ? self : ClaimUse(day: today)
        guard use.count < Self.entries else { return nil }
        use.count += 1
        let keepsWords = use.bytes + bytes <= Self.words
        if keepsWords { use.bytes += bytes }
        return (use, keepsWords)
    }
}

/// What became of a claim.
public enum ClaimOutcome: String, Sendable, CaseIterable {
    /// It becomes an entry.
    case stored
    /// The same was claimed before of the notification.
    case duplicate
    /// The user has claimed as much today as is kept.
    case overLimit = "over-limit"
}

/// What a claim changes next to the log.
public struct ClaimChange: Sendable, Equatable {
    /// Who claims.
    public var user: UserID
    /// The notification, which must not have had this claim; `nil` for one without.
    public var notification: NotificationID?
    /// What is claimed.
    public var action: AuditAction
    /// The use of the day as it was read.
    public var from: ClaimUse
    /// The use then.
    public var to: ClaimUse

    /// Joins the parts.
    public init(of user: UserID, _ action: AuditAction, _ notification: NotificationID?, from: ClaimUse, to: ClaimUse) {
        self.user = user
        self.notification = notification
        self.action = action
        self.from = from
        self.to = to
    }
}

extension AuditAction {
    /// The bit that stands for it among what was claimed of a notification; 0 for what cannot be claimed.
    public var claimBit: Int { Self.claimable.firstIndex(of: self).map { 1 << $0 } ?? 0 }
}
