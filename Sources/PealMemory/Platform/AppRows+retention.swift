import PealCore

extension AppRows {
    /// A notification with what a sweep must know of it.
    func aged(_ id: NotificationID) -> AgedNotification? {
        guard let row = notifications[id] else { return nil }
        return AgedNotification(
            id: id,
            userID: row.user,
            createdAt: row.createdAt,
            push: row.push,
            deliveries: deliveryStates(of: id),
            trigger: triggers[row.trigger]?.progress,
            inbox: row.state,
            hiddenBecause: row.hiddenBecause,
            hasTrace: !row.trace.steps.isEmpty,
            isRepresentativeOpen: isRepresentativeOpen(of: row)
        )
    }

    /// Whether what stands for a push, or for that one in turn, may still leave.
    private func isRepresentativeOpen(of row: NotificationRow) -> Bool {
        guard row.push == .represented else { return false }
        var next = row.representative
        for _ in 0..<RecipientPush.depth {
            guard let id = next, let representative = notifications[id] else { return false }
            let isOpen = deliveries.rows(in: .notification(id)).contains {
                $0.state.isOpen
            }
            if isOpen || representative.push == .held || representative.push == .digested { return true }
            next = representative.representative
        }
        return false
    }

    /// A trigger with what a sweep must know of it.
    func aged(_ id: TriggerID) -> AgedTrigger? {
        guard let row = triggers[id] else { return nil }
        let ofTrigger = notifications.rows(in: .trigger(id))
        return AgedTrigger(
            id: id,
            dueAt: row.trigger.dueAt,
            progress: row.progress,
            hasData: !row.sealedData.isEmpty,
            pushes: Set(ofTrigger.map(\.push)),
            openDeliveries: ofTrigger.reduce(0) { count, row in
                count + deliveryStates(of: row.id).count { $0.isOpen }
            }
        )
    }

    /// Deletes what is too old of a user's notifications; whether they are as they were read.
    mutating func write(_ sweeps: [NotificationSweep], of user: UserID) -> Bool {
        guard sweeps.allSatisfy({ aged($0.notification.id) == $0.notification }) else { return false }
        for sweep in sweeps {
            let id = sweep.notification.id
            switch sweep.end {
            case .leavesInbox(let removal):
                releaseContent(of: id)
                update(id) { $0.expire(removal) }
            case .losesLog:
                deleteDeliveries(of: id)
                update(id) { $0.trace = Trace() }
            case .deleted: delete(id)
            }
        }
        if sweeps.contains(where: \.changesInbox) { addInbox(of: user) }
        return true
    }

    /// Deletes what is too old of a trigger; whether it is as it was read.
    mutating func write(_ sweep: TriggerSweep) -> Bool {
        let id = sweep.trigger.id
        guard aged(id) == sweep.trigger else { return false }
        switch sweep.end {
        case .losesData: triggers.update(id) { $0.sealedData = [] }
        case .deleted:
            triggers.remove(id)
            reservations[id] = nil
            localWaits[id] = nil
        }
        return true
    }

    /// Deletes recipients whose local time a cancelled trigger waited for; how many.
    mutating func sweepLocalWaits(limit: Int) -> Int {
        var count = 0
        for id in triggers.keys(in: .localTime) where triggers[id]?.cancel != nil && count < limit {
            let users = (localWaits[id] ?? [:]).keys.prefix(limit - count)
            for user in users { localWaits[id]?[user] = nil }
            count += users.count
            if count < limit { triggers.update(id) { $0.localPass = .none } }
        }
        return count
    }
}

extension TriggerRow {
    fileprivate var progress: AgedTrigger.Progress {
        AgedTrigger.Progress(phase: phase, isCancelled: cancel != nil, isCancelling: cancel?.cursor != nil)
    }
}

extension NotificationRow {
    /// Leaves the inbox, and forgets its text.
    fileprivate mutating func expire(_ removal: InboxState.Removal) {
        self.removal = removal
        isAlert = false
        content.link = ""
        content.text = SealedText()
    }
}
