/// An entry as it is stored.
public struct StoredAuditEntry: Sendable, Equatable {
    /// Its number, from 0.
    public var seq: Int
    /// When it was recorded; never before the entry in front of it.
    public var at: Timestamp
    /// What it says happened.
    public var action: AuditAction
    /// The reference of the user.
    public var userRef: Int64?
    /// The user, while they are stored; only read.
    public var user: UserID?
    /// The notification.
    public var notification: NotificationID?
    /// The leaf of the Merkle tree: the entry as JSON, byte for byte.
    public var leaf: [UInt8]

    /// Joins the parts.
    public init(
        seq: Int,
        at: Timestamp,
        action: AuditAction,
        userRef: Int64?,
        user: UserID? = nil,
        notification: NotificationID?,
        leaf: [UInt8]
    ) {
        self.seq = seq
        self.at = at
        self.action = action
        self.userRef = userRef
        self.user = user
        self.notification = notification
        self.leaf = leaf
    }
}
