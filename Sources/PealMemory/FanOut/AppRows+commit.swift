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

    /// Lets users wait for an instant; whether the trigger is open.
    ///
    /// During its first pass it is due when that ends.
    mutating func admit(_ users: [UserID], to id: TriggerID, at instant: Timestamp) -> Bool {
        guard let row = triggers[id], row.isOpen else { return false }
        triggers.update(id) { row in
            if row.localPass == .placed { row.trigger.dueAt = min(row.trigger.dueAt, instant) }
            if row.localPass == .none { row.localPass = .placing }
        }
        for user in users { localWaits[id, default: [:]][user] = localWaits[id]?[user] ?? instant }
        add(.triggerMoved, .trigger(id))
        return true
    }

    /// Ends a fan-out; whether the first pass over its audience is over.
    mutating func closeFanOut(of id: TriggerID) -> Bool {
        guard let row = triggers[id], row.isOpen, row.localPass == .placed else { return false }
        triggers.update(id) { row in
            row.phase = .finished
            row.localPass = .none
        }
        localWaits[id] = nil
        return true
    }

    /// Keeps the users that a time has fired for and who have a decision of the trigger.
    mutating func keep(_ new: NewReminders, of trigger: TriggerID) {
        let key = FiringRow.Key(entity: new.entity, type: new.type, time: new.time)
        guard firings.contains(key) else { return }
        for user in new.users where !notifications.isEmpty(.recipient(trigger, user)) {
            reminders[key, default: [:]][user] = trigger
        }
    }

    /// Whether a trigger for users that it names names a user no more: they were erased since it was read.
    func leavesOut(_ user: UserID, _ id: TriggerID) -> Bool {
        guard case .users(let named)? = triggers[id]?.trigger.audience else { return false }
        return !named.contains(user)
    }

    /// A user erased since the snapshot gets no row: nobody who takes their name later may find it.
    mutating func add(_ new: NewNotification, of id: TriggerID) throws {
        guard !new.needsUser || users.contains(new.userID) else { return }
        // The trigger may have been read before the erasure, and the user after it, as one who is not known.
        if !new.needsUser, leavesOut(new.userID, id) { return }
        guard notifications.isEmpty(.recipient(id, new.userID)) else { return }
        guard !notifications.contains(new.id) else { throw StoreError.duplicate("the notification") }
        let decision = new.decision
        var row = NotificationRow(
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
            wasDigested: decision.wasDigested,
            digestWindow: decision.digestWindow,
            pushedAt: new.pushedAt,
            throttledType: new.throttledType,
            isAlert: decision.isAlert,
            alertsOnFailure: new.alertsOnFailure,
            awaitsConfirmation: new.awaitsConfirmation,
            stamp: new.stamp
        )
        if new.isSeen { row.seenAt = new.createdAt }
        insert(row)
        add(decision.push.decided, user: new.userID, .notification(new.id))
        send(new.id, decision, dueAt: new.createdAt)
        addChannels(of: new)
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
                    dueAt: dueAt,
                    appVersion: device.appVersion
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
