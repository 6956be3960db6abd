import PealCore
import PealStore

extension AppRows {
    /// Moves the fan-out of a trigger; whether it is open and where it was.
    mutating func move(fanOutOf id: TriggerID, _ move: FanOutMove) -> Bool {
        guard let row = triggers[id], row.isOpen,
            FanOutPosition(cursor: row.cursor, dueAt: row.trigger.dueAt) == move.from
        else { return false }
        triggers.update(id) { row in
            row.phase = move.phase ?? row.phase
            row.cursor = move.to.cursor
            row.trigger.dueAt = move.to.dueAt
            row.localPass = move.pass ?? row.localPass
        }
        return true
    }

    /// A user erased since the snapshot gets no row: nobody who takes their name later may find it.
    mutating func add(_ new: NewNotification, of id: TriggerID) throws {
        guard !new.needsUser || users.contains(new.userID) else { return }
        guard notifications.isEmpty(.recipient(id, new.userID)) else { return }
        guard !notifications.contains(new.id) else { throw StoreError.duplicate("the notification") }
        let decision = new.decision
        insert(
            NotificationRow(
                id: new.id,
                trigger: id,
                user: new.userID,
                category: new.category,
                content: shareContent(of: new),
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
                pushedAt: new.pushedAt,
                throttledType: new.throttledType,
                isAlert: decision.isAlert,
                alertsOnFailure: new.alertsOnFailure,
                stamp: new.stamp
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
