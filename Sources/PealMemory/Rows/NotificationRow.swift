import PealCore
import PealStore

/// The decision and the inbox row in one: one for each trigger and recipient.
struct NotificationRow: TableRow, Equatable {
    var id: NotificationID
    var trigger: TriggerID
    var user: UserID
    var category: CategoryID
    var content: NotificationContent
    var priority: Priority
    var createdAt: Timestamp
    var expiresAt: Timestamp
    var policyVersion: Int
    var trace: Trace
    var inApp: InAppResult
    var push: PushState
    /// Why the push is suppressed, or its retries are stopped.
    var reason: Reason?
    var heldUntil: Timestamp?
    var holdStage: Stage?
    var wasGathered: Bool
    /// The digest window that it opened or joined.
    var slot: DigestSlot?
    /// When it was pushed, where a rule looks back at it.
    var pushedAt: Timestamp?
    var throttledType: TypeID?
    var summarises: Bool
    /// The notification whose place it takes on devices.
    var replaces: NotificationID?
    /// The text of the digest that it stands for.
    var digestText: BundleText?
    /// The notification that stands for the digest it is part of.
    var representative: NotificationID?
    var isAlert: Bool
    var alertsOnFailure: Bool
    var seenAt: Timestamp?
    var readAt: Timestamp?
    var receivedAt: Timestamp?
    var openedAt: Timestamp?
    var dismissedAt: Timestamp?
    var acknowledgedAt: Timestamp?
    var removal: InboxState.Removal?

    enum Group: Hashable {
        case trigger(TriggerID)
        case recipient(TriggerID, UserID)
        case user(UserID)
        case held, digested
        case digest(of: NotificationID)
    }

    var key: NotificationID { id }

    var groups: [Group] {
        var groups: [Group] = [.trigger(trigger), .recipient(trigger, user), .user(user)]
        if push == .held { groups.append(.held) }
        if push == .digested { groups.append(.digested) }
        if let representative { groups.append(.digest(of: representative)) }
        return groups
    }
}

extension NotificationRow {
    /// Whether the inbox shows it.
    var isShown: Bool { inApp == .show && removal == nil }
    /// Whether its push was handed to deliveries, and was not stopped before.
    var isSent: Bool { push == .sending || push == .stopped }
    /// Whether it opened or joined a digest window.
    func isInSlot(_ key: String?) -> Bool { slot != nil && (slot?.key).isSame(as: key) }

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
