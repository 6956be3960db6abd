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
            add(.preferencesChanged, user: user)
        case .reevaluate(let held):
            guard heldPushes(of: user) == held.held else { return false }
            for id in held.due { self.update(id) { $0.heldUntil = held.at } }
            let waited = bringForward(user, at: held.at)
            if !held.due.isEmpty || waited { add(.pushDue, user: user) }
            if bringForward(held) { add(.deliveryDue, user: user) }
        case .mute(let mute, limit: let limit):
            let others = (mutes[user] ?? []).filter { $0.holds(at: mute.createdAt) && !$0.scope.isSame(as: mute.scope) }
            guard others.count < limit else { return false }
            mutes[user] = (others + [mute]).sorted { $0.id < $1.id }
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
        erased[user.id] = nil
        put(user, in: \.users)
        add(.userChanged, user: user.id)
        return true
    }

    /// Lets local times that a user waits for come now; whether there are any.
    private mutating func bringForward(_ user: UserID, at now: Timestamp) -> Bool {
        var isDue = false
        for trigger in triggers.keys(in: .localTime) {
            guard let instant = localWaits[trigger]?[user], instant > now else { continue }
            localWaits[trigger]?[user] = now
            isDue = true
            triggers.update(trigger) { row in
                guard row.trigger.dueAt > now, row.localPass == .placed, row.cancel == nil else { return }
                row.trigger.dueAt = now
            }
        }
        return isDue
    }

    /// Whether any delivery is due now that waited for the same.
    private mutating func bringForward(_ held: HeldReevaluation) -> Bool {
        let waiting = notifications.keys(in: .user(held.user)).flatMap { deliveries.rows(in: .notification($0)) }
            .filter { $0.state == .pending && $0.reason == held.reason && $0.dueAt > held.at }
        for row in waiting { deliveries.update(row.id) { $0.dueAt = held.at } }
        return !waiting.isEmpty
    }

    /// The held pushes of a user, by identifier.
    func heldPushes(of user: UserID) -> [HeldPush] {
        let held = notifications.rows(in: .user(user)).compactMap { row -> HeldPush? in
            guard row.push == .held, let stage = row.holdStage, let until = row.heldUntil else { return nil }
            return HeldPush(id: row.id, stage: stage, until: until)
        }
        return Array(held.prefix(HeldPush.limit))
    }
}

extension Mute {
    func holds(at now: Timestamp) -> Bool { until.map { $0 > now } ?? true }
}

extension Mute.Scope {
    /// Whether both mute the same, by its bytes.
    fileprivate func isSame(as other: Self) -> Bool { name == other.name }

    private var name: [TextKey] {
        switch self {
        case .all: ["all"]
        case .category(let category): ["category", TextKey(category.rawValue)]
        case .thread(let thread): ["thread", TextKey(thread)]
        }
    }
}
