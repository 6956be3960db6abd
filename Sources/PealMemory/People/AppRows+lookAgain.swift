import PealCore

extension AppRows {
    /// Pushes that one change brings forward, the oldest.
    private static let broughtForward = 1_000

    /// Lets everything that waits for a user's quiet hours or local time be decided again now; whether there is any.
    mutating func lookAgain(at user: UserID, now: Timestamp) -> Bool {
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
        let held = notifications.rows(in: .user(user)).filter { row in
            row.push == .held && row.holdStage == .quietHours && (row.heldUntil ?? now) > now
        }
        for row in held.prefix(Self.broughtForward) { update(row.id) { $0.heldUntil = now } }
        return isDue || !held.isEmpty
    }

    /// Makes a change to a user's devices, and looks again when it has moved them to another zone; with the change's
    /// result, whether anything is due.
    mutating func following<Value>(
        _ user: UserID,
        now: Timestamp,
        _ change: (inout AppRows) throws -> Value
    ) rethrows -> (value: Value, isDue: Bool) {
        let before = deviceZone(of: user)
        let value = try change(&self)
        let after = deviceZone(of: user)
        guard let after, !Optional(after).isSame(as: before) else { return (value, false) }
        return (value, lookAgain(at: user, now: now))
    }

    /// The zone of the device that was seen last, of those that have one.
    private func deviceZone(of user: UserID) -> String? {
        devices.rows(in: .user(user)).map(\.device).filter { $0.state == .active && $0.timeZone != nil }
            .min { ($1.lastSeenAt, $0.id) < ($0.lastSeenAt, $1.id) }?.timeZone
    }
}
