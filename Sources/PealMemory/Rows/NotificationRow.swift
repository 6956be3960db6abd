package import PealCore

/// The decision and the inbox row in one: one for each trigger and recipient.
package struct NotificationRow: TableRow, Equatable {
    package var id: NotificationID
    package var trigger: TriggerID
    package var user: UserID
    package var category: CategoryID
    package var content: StoredContent
    package var priority: Priority
    package var createdAt: Timestamp
    package var expiresAt: Timestamp
    package var policyVersion: Int
    package var trace: Trace
    package var inApp: InAppResult
    package var push: PushState
    /// Why the push is suppressed, or its retries are stopped.
    package var reason: Reason?
    package var heldUntil: Timestamp?
    package var holdStage: Stage?
    package var wasDigested: Bool
    /// The digest window that it opened or joined.
    package var digestWindow: DigestWindowKey?
    /// When it was pushed, where a rule looks back at it.
    package var pushedAt: Timestamp?
    package var throttledType: TypeID?
    /// The notification whose place it takes on devices.
    package var replaces: NotificationID?
    /// The notification that stands for the digest it is part of.
    package var representative: NotificationID?
    package var isAlert: Bool
    package var alertsOnFailure: Bool
    /// Whether a device is to confirm its push.
    var awaitsConfirmation = false
    /// What its push was decided from.
    var stamp = DecisionStamp()
    /// What was claimed of it, a bit for each action.
    var claims = 0
    package var seenAt: Timestamp?
    package var readAt: Timestamp?
    package var receivedAt: Timestamp?
    package var openedAt: Timestamp?
    package var dismissedAt: Timestamp?
    package var acknowledgedAt: Timestamp?
    package var removal: InboxState.Removal?

    enum Group: Hashable {
        case trigger(TriggerID)
        case recipient(TriggerID, UserID)
        case user(UserID)
        case held, digested, unconfirmed
        case digest(of: NotificationID)
    }

    var key: NotificationID { id }

    var groups: [Group] {
        var groups: [Group] = [.trigger(trigger), .recipient(trigger, user), .user(user)]
        if push == .held { groups.append(.held) }
        if push == .digested { groups.append(.digested) }
        if awaitsConfirmation { groups.append(.unconfirmed) }
        if let representative { groups.append(.digest(of: representative)) }
        return groups
    }
}

extension NotificationRow {
    /// Whether the inbox shows it.
    var isShown: Bool { inApp == .show && removal == nil }
    /// Whether it opened or joined a digest window.
    func isInWindow(_ key: String?) -> Bool { digestWindow != nil && (digestWindow?.key).isSame(as: key) }

    /// The notification whose tag its push carries.
    var identity: NotificationID { replaces ?? id }

    var relevance: PushRelevance {
        PushRelevance(
            expiresAt: expiresAt,
            isRead: readAt != nil,
            isDismissed: dismissedAt != nil,
            isRemoved: removal != nil,
            stopReason: reason
        )
    }

    /// The result of its push; the devices of one that is sent are its deliveries.
    var result: PushResult {
        switch push {
        case .sending, .stopped: .send([])
        case .held: .hold(until: heldUntil ?? expiresAt)
        case .digested: .digest(until: heldUntil ?? expiresAt)
        case .represented, .suppressed: .suppress(reason ?? .cancelled)
        }
    }
}
