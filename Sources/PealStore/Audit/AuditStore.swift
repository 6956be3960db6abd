public import PealCore

/// Keeps the audit logs of apps: entries that are only ever appended, and their checkpoints.
public protocol AuditStore: Sendable {
    /// The next events that entries are made from, with what is stored of their objects, at most `limit`.
    func auditRecords(after cursor: EventCursor, limit: Int) async throws -> AuditPage

    /// How far an app's log has come; an empty one where there is none.
    func auditTree(of app: AppID) async throws -> AuditTree

    /// The apps that have a log.
    func auditedApps() async throws -> [AppID]

    /// The apps whose log has entries that no checkpoint covers.
    func appsToCheckpoint() async throws -> [AppID]

    /// Entries of a log, in the order of their numbers or against it.
    /// - Parameters:
    ///   - app: the app.
    ///   - filter: which of them.
    ///   - after: the number that the page before ended with; `nil` for the first page.
    ///   - limit: at most so many.
    ///   - newestFirst: the order.
    /// - Returns: the entries.
    /// - Throws: ``StoreError``.
    func auditEntries(of app: AppID, _ filter: AuditFilter, after: Int?, limit: Int, newestFirst: Bool) async throws
        -> [StoredAuditEntry]

    /// Checkpoints of a log, the newest first, below a size.
    func auditCheckpoints(of app: AppID, below size: Int?, limit: Int) async throws -> [StoredCheckpoint]

    /// The reference of a user; `nil` when no event has named them.
    func auditReference(of user: UserID, app: AppID) async throws -> Int64?

    /// The sealed key of a user's claims; `nil` when there is none.
    func auditSecret(of user: UserID, app: AppID) async throws -> [UInt8]?

    /// What a user's claims have added on the day of the last one; nothing when there was none.
    func claimUse(of user: UserID, app: AppID) async throws -> ClaimUse

    /// Deletes the oldest entries up to the newest checkpoint from before an instant, at most `limit`; how many.
    ///
    /// The checkpoint stays, with what the rest of the log is verified from.
    func pruneAudit(of app: AppID, before instant: Timestamp, limit: Int) async throws -> Int
}

/// What the reader of the event log that writes audit entries receives.
public enum AuditPage: Sendable, Equatable {
    /// The next events, and the cursor after them.
    case records([AuditRecord], next: EventCursor)
    /// As ``EventPage/resync(_:)``.
    case resync(EventCursor)
}
