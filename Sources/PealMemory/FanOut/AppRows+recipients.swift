import PealCore
import PealStore

extension AppRows {
    /// The next page of a trigger's recipients; of one that is placed by local times, those it is due for.
    func page(of pending: PendingTrigger, ownedTypes: Set<EntityTypeID>, limit: Int) -> RecipientPage {
        let (users, isLast): ([UserID], Bool)
        var gone: [UserID] = []
        if pending.isPlaced {
            let waits = (localWaits[pending.trigger.id] ?? [:]).filter { $0.value <= pending.trigger.dueAt }
            let due = waits.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
            let audience = Set(audience(of: pending))
            users = due.prefix(limit).filter(audience.contains)
            gone = due.prefix(limit).filter { !audience.contains($0) }
            isLast = due.count <= limit
        } else {
            let next = audience(of: pending).after(pending.cursor)
            users = Array(next.prefix(limit))
            isLast = next.count <= limit
        }
        return RecipientPage(
            recipients: users.map { snapshot(of: $0, ownedTypes: ownedTypes) },
            isLast: isLast,
            gone: gone,
            firing: recipients(of: pending, among: users),
            others: isLast ? others(of: pending) : FanOutOthers()
        )
    }

    /// What is known of a trigger's recipients who are not on its last page.
    private func others(of pending: PendingTrigger) -> FanOutOthers {
        let waits = localWaits[pending.trigger.id]?.values.filter { !pending.isPlaced || $0 > pending.trigger.dueAt }
        return FanOutOthers(
            nextWait: waits?.min(),
            hasDecisions: !notifications.isEmpty(.trigger(pending.trigger.id))
        )
    }

    /// How many recipients nobody has decided about.
    func undecided(of pending: PendingTrigger) -> Int {
        let id = pending.trigger.id
        let left = pending.isPlaced ? 0 : audience(of: pending).after(pending.cursor).count
        guard pending.trigger.sendAtLocal == nil, !pending.isPlaced else { return left + (localWaits[id]?.count ?? 0) }
        let decided = notifications.rows(in: .trigger(id)).count { row in pending.cursor.map { row.user > $0 } ?? true }
        return max(0, left - decided)
    }

    /// The users of a trigger's audience, in order.
    func audience(of pending: PendingTrigger) -> [UserID] {
        switch pending.trigger.audience {
        case .users(let users): return Set(users).sorted()
        case .owner: return pending.trigger.entity.flatMap { entities[$0]?.ownerID }.map { [$0] } ?? []
        case .all: return users.keys
        case .members(let query):
            guard let of = resolve(query.of, pending) else { return [] }
            var others: EntityRef?
            if let selector = query.alsoMemberOf {
                others = resolve(selector, pending)
                if others == nil { return [] }
            }
            return members.rows(in: .of(of)).filter { member in
                query.takes(role: member.role, status: member.status)
                    && (others.map { members.contains(Member.Key(entity: $0, user: member.userID)) } ?? true)
            }.map(\.userID)
        }
    }

    private func resolve(_ selector: EntitySelector, _ pending: PendingTrigger) -> EntityRef? {
        switch selector {
        case .itself: pending.trigger.entity
        case .parent: pending.parent
        case .named(let ref): ref
        }
    }

    /// What a decision needs of a user, also of one nobody knows.
    func snapshot(of user: UserID, ownedTypes: Set<EntityTypeID>) -> RecipientSnapshot {
        let owned = ownedTypes.isEmpty ? [] : entities.rows(in: .owned(by: user))
        let facts = owned.filter { ownedTypes.contains($0.ref.type) }.map { entity in
            RecipientSnapshot.OwnedEntity(type: entity.ref.type, status: entity.status)
        }
        var snapshot = RecipientSnapshot(
            userID: user,
            user: users[user]?.withoutDetails,
            memberships: roles(of: user),
            owned: Array(Set(facts)),
            preferences: preferences[user] ?? Preferences(),
            mutes: mutes[user] ?? [],
            devices: devices.rows(in: .user(user)).filter { !$0.isRevoked }.map { row in
                RecipientSnapshot.DeviceFacts(
                    id: row.key,
                    provider: row.device.provider,
                    platform: row.device.platform,
                    state: row.device.state,
                    permission: row.device.permission,
                    capabilities: row.device.capabilities,
                    locale: row.device.locale,
                    timeZone: row.device.timeZone,
                    lastSeenAt: row.device.lastSeenAt
                )
            },
            factsVersion: factsVersion(of: user)
        )
        let addresses = channelAddresses.rows(in: .user(user)).map(\.address)
        snapshot.channelsWithAddress = Set(addresses.filter(\.isActive).map(\.channel))
        return snapshot
    }
}
