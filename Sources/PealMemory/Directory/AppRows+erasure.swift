import PealCore
import PealStore

extension AppRows {
    /// Erases a user and everything held of them; `nil` when nothing was.
    mutating func erase(_ user: UserID, now: Timestamp) -> ErasureReport? {
        let report = ErasureReport(
            devices: devices.rows(in: .user(user)).count { !$0.isRevoked },
            notifications: notifications.keys(in: .user(user)).count,
            memberships: members.keys(in: .user(user)).count,
            mutes: mutes[user]?.count ?? 0,
            preferences: preferences[user] != nil
        )
        let existed = users.contains(user)
        for table in StoredTable.allCases { erase(user, from: table) }
        guard existed || !report.isEmpty else { return nil }
        erased[user] = now
        putAgain[user] = nil
        add(.userErased)
        return report
    }

    /// Erases what a table holds of a user, as ``StoredTable/holding`` says it.
    private mutating func erase(_ user: UserID, from table: StoredTable) {
        switch table {
        case .badge: badges[user] = nil
        case .notification: for id in notifications.keys(in: .user(user)) { delete(id) }
        case .device: for id in devices.keys(in: .user(user)) { delete(id) }
        case .reachability: reachability[user] = nil
        case .member: for key in members.keys(in: .user(user)) { removeMember(key) }
        case .preference:
            count((preferences[user] ?? Preferences()).optOuts(to: Preferences()))
            preferences[user] = nil
        case .mute: mutes[user] = nil
        case .entity:
            for ref in entities.keys(in: .owned(by: user)) {
                entities.update(ref) { $0.ownerID = nil }
                entityVersions[ref, default: 1] += 1
            }
        case .firing: for key in reminders.keys { reminders[key]?[user] = nil }
        case .localWait: for trigger in triggers.keys(in: .localTime) { localWaits[trigger]?[user] = nil }
        case .rejectedRequest:
            rejected[.refused]?.removeAll { $0.scope == .actor && $0.scopeKey == TextKey(user.rawValue) }
        case .limitWindowUse, .limitCount: eraseQuotas(of: user)
        case .trigger: for row in triggers.rows { forget(user, row) }
        case .webhookMessage: for key in webhookMessages.keys(in: .user(user)) { webhookMessages.remove(key) }
        case .storedAnswer: answers = answers.filter { $0.value.answer.user != user }
        case .eventLog: for index in events.indices where events[index].user == user { events[index].user = nil }
        case .analyticsEvent: analytics.erase(user)
        case .arrival: analytics.forgetArrivals(of: user)
        case .user:
            factsVersions[user] = nil
            remove(user, from: \.users)
        case .channelAddress:
            for row in channelAddresses.rows(in: .user(user)) { remove(row.key, from: \.channelAddresses) }
        case .userKey: audit.forget(user)
        case .auditSecret: (auditSecrets[user], claimUses[user]) = (nil, nil)
        case .erasedUser, .namedUser, .etaReply, .actionReply, .delivery, .redelivery, .receipt, .content, .syncPush,
            .syncClear, .channelDelivery:
            break
        case .meta, .app, .catalog, .claim, .schedule, .queue, .webhook, .alert, .alertMessage, .secretKey, .dataKey,
            .optOutCount,
            .deletedEntity, .decisionCount, .deliveryCount, .queueCount, .eventReader, .analyticsCount,
            .auditEntry, .auditTree, .auditCheckpoint:
            break
        }
    }

    /// What an organisation of the same name has used is not the user's.
    private mutating func eraseQuotas(of user: UserID) {
        guard EntityRef(user.rawValue).map({ !entities.contains($0) }) ?? true else { return }
        let scope = TextKey(user.rawValue)
        quotas = quotas.filter { $0.key.scope != scope }
        for trigger in reservations.keys { reservations[trigger]?.removeAll { $0.scope == scope } }
    }

    /// Takes a user out of the audience, the actor and the cursors of a trigger.
    private mutating func forget(_ user: UserID, _ row: TriggerRow) {
        var changed = row
        if row.trigger.actor?.id == user { changed.trigger.actor?.id = nil }
        if case .users(let users) = row.trigger.audience {
            changed.trigger.audience = .users(users.filter { $0 != user })
        }
        let before = users.keys.last { $0 < user } ?? UserID("")
        if row.cursor == user { changed.cursor = before }
        if row.cancel?.cursor == user { changed.cancel?.cursor = before }
        if row.withdrawal?.cursor == user { changed.withdrawal?.cursor = before }
        if row.withdrawal?.retracted == user { changed.withdrawal?.retracted = before }
        if changed != row { triggers.put(changed) }
    }

    /// Refuses what a call that began before the erasure would store of an erased user.
    /// - Throws: ``StoreError`` `erased`.
    func refuseErased(_ user: UserID) throws {
        guard erased[user] != nil, !users.contains(user) else { return }
        throw StoreError(.erased, "the user was erased")
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
        actions.remove(notification)
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
        for key in channelDeliveries.keys(in: .notification(notification)) { channelDeliveries.remove(key) }
        return keys.count
    }
}
