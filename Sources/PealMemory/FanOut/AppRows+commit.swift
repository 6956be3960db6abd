import PealCore
import PealStore

extension AppRows {
    /// Writes a page unless its trigger was cancelled, moved or finished.
    mutating func write(_ page: DecidedPage) throws {
        let trigger = page.trigger.trigger
        guard let row = triggers[trigger.id], row.isOpen, row.trigger.dueAt == trigger.dueAt,
            let phase = TriggerMachine.next(.running, on: page.isLast ? .lastPageDecided : .pageDecided)?.phase
        else { return }
        triggers.update(trigger.id) { row in
            row.phase = phase
            // The cursor, which names a user, is kept only while fan-out needs it.
            row.cursor = phase == .finished ? nil : page.cursor ?? row.cursor
        }
        for notification in page.notifications { try insert(notification, of: trigger) }
        if trigger.sendAtLocal != nil {
            keepWaits(of: page)
            if page.isLast, beginNextPass(of: trigger.id) { return }
        }
        guard page.isLast, page.notifications.isEmpty, notifications.isEmpty(.trigger(trigger.id)) else { return }
        releaseQuota(of: trigger.id)
        releaseClaim(of: trigger.id, remembering: false)
    }

    /// A user erased since the snapshot gets no row: nobody who takes their name later may find it.
    private mutating func insert(_ new: NewNotification, of trigger: Trigger) throws {
        let isUnknown = new.isUnknown || new.decision.reason == .unknownUser
        guard isUnknown || users.contains(new.userID) else { return }
        guard notifications.isEmpty(.recipient(trigger.id, new.userID)) else { return }
        guard !notifications.contains(new.id) else { throw StoreError.duplicate("the notification") }
        let decision = new.decision
        let looksBack = new.throttledType != nil || decision.slot != nil
        insert(
            NotificationRow(
                id: new.id,
                trigger: trigger.id,
                user: new.userID,
                category: new.category,
                content: new.content,
                priority: decision.priority,
                createdAt: new.createdAt,
                expiresAt: new.expiresAt,
                policyVersion: new.policyVersion,
                trace: decision.trace,
                inApp: decision.inApp,
                push: PushState(decision.push),
                reason: decision.push.suppression,
                heldUntil: decision.push.waitsUntil,
                holdStage: decision.holdStage,
                wasGathered: decision.wasGathered,
                slot: decision.slot,
                pushedAt: decision.push.isSend && looksBack ? new.createdAt : nil,
                throttledType: new.throttledType,
                summarises: new.summarises,
                replaces: summary(replacedBy: decision, of: new.userID),
                isAlert: decision.isAlert,
                alertsOnFailure: new.alertsOnFailure
            )
        )
        add(decision.push.decided, user: new.userID, .notification(new.id))
        send(new.id, decision, dueAt: new.createdAt)
    }

    /// One delivery a device; the provider is the device's own.
    mutating func send(_ id: NotificationID, _ decision: Decision, dueAt: Timestamp) {
        guard case .send(let targets) = decision.push else { return }
        for target in targets {
            guard let device = devices[target]?.device else { continue }
            deliveries.put(
                DeliveryRow(
                    id: DeliveryID(notification: id, device: target),
                    provider: device.provider,
                    priority: decision.priority,
                    state: .pending,
                    dueAt: dueAt
                )
            )
        }
    }

    /// What the push of a summary replaces: one stands on a user's screen, however many windows it takes (R163).
    func summary(replacedBy decision: Decision, of user: UserID) -> NotificationID? {
        guard decision.push.isSend, decision.slot?.key == DigestSlot.summary else { return nil }
        let standing = notifications.rows(in: .user(user)).filter { row in
            row.isInSlot(DigestSlot.summary) && row.push == .sending && row.seenAt == nil && row.removal == nil
        }
        return standing.max { left, right in
            (left.slot?.closesAt ?? left.createdAt, left.id) < (right.slot?.closesAt ?? right.createdAt, right.id)
        }?.identity
    }
}

extension PushResult {
    /// Why it is suppressed.
    var suppression: Reason? { if case .suppress(let reason) = self { reason } else { nil } }

    /// What a first decision with this result leaves in the event log.
    fileprivate var decided: EventKind {
        switch self {
        case .send: .notificationPushed
        case .hold: .notificationHeld
        case .digest: .notificationDigested
        case .suppress: .notificationSuppressed
        }
    }
}
