/// Entries to be appended to a log.
public struct AuditAppend: Sendable, Equatable {
    /// How far the log is expected to be.
    public var from: AuditTree
    /// How far it is with them.
    public var to: AuditTree
    /// The entries, in order.
    public var entries: [StoredAuditEntry]

    /// Joins the parts.
    public init(from: AuditTree, to: AuditTree, _ entries: [StoredAuditEntry]) {
        self.from = from
        self.to = to
        self.entries = entries
    }

    /// The log is not what the entries follow.
    public static let misplaced = StoreError(.constraint, "the audit log is not what these entries follow")
}
