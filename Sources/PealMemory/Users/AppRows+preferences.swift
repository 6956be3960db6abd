import PealCore
import PealStore

extension AppRows {
    /// Changes what a user chose or muted; whether that was as expected.
    mutating func write(_ update: PreferenceUpdate, of user: UserID) -> Bool {
        switch update {
        case .choose(let plan):
            guard preferences[user] ?? Preferences() == plan.before else { return false }
            if preferences[user] != plan.after { raiseFacts(of: user) }
            preferences[user] = plan.after
            count(plan.optOuts)
            if plan.isChange { add(.preferencesChanged, user: user, .none, plan.detail) }
        case .reevaluate(let held):
            guard waits(of: user) == held.waits else { return false }
            write(held)
        case .mute(let plan):
            guard mutes[user] ?? [] == plan.before else { return false }
            let kept = plan.before.filter { !plan.removed.contains($0.id) }
            mutes[user] = (kept + [plan.mute]).sorted { $0.id < $1.id }
            raiseFacts(of: user)
            add(.mutesChanged, user: user)
        case .unmute(let id):
            guard let index = mutes[user]?.firstIndex(where: { $0.id == id }) else { return false }
            mutes[user]?.remove(at: index)
            raiseFacts(of: user)
            add(.mutesChanged, user: user)
        }
        return true
    }

    /// Counts users who want no pushes of categories.
    mutating func count(_ changes: [CategoryID: Int]) {
        for (category, step) in changes { optOuts[category, default: 0] += step }
    }

    /// Puts a user; whether the user was as expected.
    mutating func put(_ user: User, from old: User?) -> Bool {
        guard users[user.id] == old else { return false }
        if let erasedAt = erased.removeValue(forKey: user.id) { putAgain[user.id] = erasedAt }
        put(user, in: \.users)
        add(.userChanged, user: user.id)
        return true
    }

    /// Lets what waits for a user be re-evaluated now.
    private mutating func write(_ held: HeldReevaluation) {
        for id in held.pushes { update(id) { $0.heldUntil = held.at } }
        for id in held.users { localWaits[id]?[held.user] = held.at }
        for id in held.triggers { triggers.update(id) { $0.trigger.dueAt = held.at } }
        for id in held.deliveries { deliveries.update(id) { $0.dueAt = held.at } }
        if !held.pushes.isEmpty || !held.users.isEmpty { add(.pushDue, user: held.user) }
        if !held.deliveries.isEmpty { add(.deliveryDue, user: held.user) }
    }

    /// What waits for a user.
    func waits(of user: UserID) -> UserWaits {
        let notifications = notifications.rows(in: .user(user))
        let held = notifications.compactMap { row -> UserWaits.Held? in
            guard row.push == .held, let stage = row.holdStage, let until = row.heldUntil,
                let type = self.triggers[row.trigger]?.trigger.type
            else { return nil }
            let thread = content(of: row).thread
            return UserWaits.Held(id: row.id, type: type, thread: thread, stage: stage, until: until)
        }
        let waiting = notifications.flatMap { deliveries.rows(in: .notification($0.id)) }
            .compactMap { row -> UserWaits.Delivery? in
                guard row.state == .pending, let reason = row.reason else { return nil }
                return UserWaits.Delivery(id: row.id, reason: reason, dueAt: row.dueAt)
            }
        let triggers = triggers.rows(in: .localTime).compactMap { row -> UserWaits.Trigger? in
            guard let instant = localWaits[row.key]?[user] else { return nil }
            return UserWaits.Trigger(
                id: row.key,
                instant: instant,
                dueAt: row.trigger.dueAt,
                pass: row.localPass,
                isCancelled: row.cancel != nil
            )
        }
        return UserWaits(
            held: Array(held.prefix(UserWaits.limit)),
            deliveries: Array(waiting.prefix(UserWaits.limit)),
            triggers: triggers
        )
    }
}
