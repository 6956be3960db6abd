import PealCore
import PealStore

extension AppRows {
    /// Erases a user and everything held of them; `nil` when nothing was.
    mutating func erase(_ user: UserID, now: Timestamp) -> ErasureReport? {
        badges[user] = nil
        count((preferences[user] ?? Preferences()).optOuts(to: Preferences()))
        let ofUser = devices.rows(in: .user(user))
        let kept = notifications.keys(in: .user(user))
        let memberships = members.keys(in: .user(user))
        let report = ErasureReport(
            devices: ofUser.count { !$0.isRevoked },
            notifications: kept.count,
            memberships: memberships.count,
            mutes: mutes[user]?.count ?? 0,
            preferences: preferences[user] != nil
        )
        for device in ofUser { delete(device.key) }
        for notification in kept { delete(notification) }
        for membership in memberships { remove(membership, from: \.members) }
        mutes[user] = nil
        preferences[user] = nil
        for ref in entities.keys(in: .owned(by: user)) {
            entities.update(ref) { $0.ownerID = nil }
            entityVersions[ref, default: 1] += 1
        }
        for trigger in triggers.keys(in: .localTime) { localWaits[trigger]?[user] = nil }
        for key in reminders.keys { reminders[key]?[user] = nil }
        rejected[.refused]?.removeAll { $0.scope == .actor && $0.scopeKey == TextKey(user.rawValue) }
        forget(user)
        answers = answers.filter { $0.value.answer.user != user }
        for index in events.indices where events[index].user == user { events[index].user = nil }
        factsVersions[user] = nil
        let existed = remove(user, from: \.users) != nil
        let nothing = ErasureReport(devices: 0, notifications: 0, memberships: 0, mutes: 0, preferences: false)
        guard existed || report != nothing else { return nil }
        erased[user] = now
        add(.userErased)
        return report
    }

    /// Takes a user out of the triggers that name them, in their audience or as their actor.
    private mutating func forget(_ user: UserID) {
        for row in triggers.rows {
            var changed = row
            if row.trigger.actor?.id == user { changed.trigger.actor?.id = nil }
            if case .users(let users) = row.trigger.audience {
                changed.trigger.audience = .users(users.filter { $0 != user })
            }
            if changed != row { triggers.put(changed) }
        }
    }

    /// Deletes a device with what waits for it.
    mutating func delete(_ device: DeviceID) {
        remove(device, from: \.devices)
        syncs.remove(device)
        clears[device] = nil
    }

    /// Deletes a notification with its deliveries.
    mutating func delete(_ notification: NotificationID) {
        deleteDeliveries(of: notification)
        releaseContent(of: notification)
        guard let row = notifications.remove(notification), row.isShown else { return }
        countBadge(of: row.user, from: row, to: nil)
    }

    /// Deletes the deliveries of a notification; how many.
    @discardableResult
    mutating func deleteDeliveries(of notification: NotificationID) -> Int {
        let keys = deliveries.keys(in: .notification(notification))
        for key in keys {
            deliveries.remove(key)
            receipts.remove(key)
            redeliveries.remove(key)
        }
        return keys.count
    }
}
