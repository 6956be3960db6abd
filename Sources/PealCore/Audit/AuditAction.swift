/// What an entry of the audit log says happened: S0's five actions, and ours.
public enum AuditAction: String, Sendable, CaseIterable {
    case sent, delivered, opened
    case actionTaken = "action-taken"
    case failed
    /// A channel of a notification was not used, and why.
    case suppressed
    /// A user changed preferences or mutes.
    case preferencesChanged = "preferences-changed"
    /// An administrator changed something: keys, catalogs, queues, an erasure, an export.
    case admin
    /// A client discarded a payload that it could not read (R149).
    case malformed
    /// Events were deleted before they were recorded: the reader of the event log was too far behind.
    case gap

    /// What a client may claim.
    public static let claimable: [AuditAction] = [.sent, .delivered, .opened, .actionTaken, .failed, .malformed]
}
