/// A decision with everything the inbox and the deliveries need.
public struct NewNotification: Sendable, Equatable {
    /// The identifier, which also makes the identity tag of every copy.
    public var id: NotificationID
    /// Whose it is.
    public var userID: UserID
    /// The decision.
    public var decision: Decision
    /// The category.
    public var category: CategoryID
    /// The rendered content, its texts sealed.
    public var content: StoredContent
    /// When it was decided.
    public var createdAt: Timestamp
    /// When it is no longer worth delivering.
    public var expiresAt: Timestamp
    /// The catalog version whose policy decided.
    public var policyVersion: Int
    /// Whether the inbox row becomes an alert when no device can be reached (R147).
    public var alertsOnFailure: Bool
    /// The type, when its pushes are counted for a throttle.
    public var throttledType: TypeID?
    /// Whether nobody by that name was there when it was decided: its row needs no user.
    public var isUnknown = false
    /// Whether it counts as seen from the beginning: its thread is muted, and the app does not count that.
    public var isSeen = false
    /// What it was decided from.
    public var stamp = DecisionStamp()
    /// What channels other than push and the inbox do with it; those that are off are not stored.
    public var channels: [Channel: ChannelResult] = [:]

    /// States what every decision writes; what a throttle and a stamp need is set where there is one.
    public init(
        id: NotificationID,
        userID: UserID,
        decision: Decision,
        category: CategoryID,
        content: StoredContent,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        policyVersion: Int,
        alertsOnFailure: Bool
    ) {
        self.id = id
        self.userID = userID
        self.decision = decision
        self.category = category
        self.content = content
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.policyVersion = policyVersion
        self.alertsOnFailure = alertsOnFailure
    }
}

extension NewNotification {
    /// Whether its row needs its user: nobody who takes the name of an erased user later may find it.
    public var needsUser: Bool { !isUnknown && decision.reason != .unknownUser }

    /// Whether a device is to confirm its push before it expires (R147).
    public var awaitsConfirmation: Bool {
        guard alertsOnFailure else { return false }
        if case .suppress = decision.push { return false }
        return true
    }

    /// When it was pushed, where a rule looks back at it.
    public var pushedAt: Timestamp? {
        decision.push.isSend && (throttledType != nil || decision.digestWindow != nil) ? createdAt : nil
    }
}
