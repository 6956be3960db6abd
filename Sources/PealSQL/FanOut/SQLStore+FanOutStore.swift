package import PealCore
package import PealStore

extension SQLStore {
    /// Triggers that are due and not fanned out, for one round.
    package func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) async throws -> [PendingTrigger] {
        try await read { db in try DueTriggers(now: now, limit: limit, last: last).read(db) }
    }

    /// How many triggers of each app are due and not fanned out, each counted up to `limit`.
    package func dueCounts(now: Timestamp, limit: Int) async throws -> [AppID: Int] {
        try await read { db in try DueTriggers.counts(now: now, limit: limit, db) }
    }

    /// The next page of each of several triggers, in their order, in one snapshot.
    package func recipientPages(
        of triggers: [PendingTrigger],
        ownedTypes: Set<EntityTypeID>,
        limits: [Int]
    ) async throws -> [RecipientPage] {
        try await read { [usesChannels] db in
            let audiences = try zip(triggers, limits).map { pending, limit in
                try RecipientQuery(of: pending).page(limit: limit, dueAt: pending.trigger.dueAt, db)
            }
            var known: [AppID: [UserID: RecipientSnapshot]] = [:]
            for (app, group) in Dictionary(grouping: zip(triggers, audiences), by: \.0.trigger.app) {
                let users = Set(group.flatMap(\.1.users))
                known[app] = try SnapshotLoader(app: app, ownedTypes: ownedTypes, usesChannels: usesChannels)
                    .load(users, db)
            }
            return try zip(triggers, audiences).map { trigger, page in
                let snapshots = known[trigger.trigger.app, default: [:]]
                return RecipientPage(
                    recipients: page.users.compactMap { snapshots[$0] },
                    isLast: page.isLast,
                    gone: page.gone,
                    firing: try ReminderRows(app: trigger.trigger.app).recipients(of: trigger, among: page.users, db),
                    others: page.others
                )
            }
        }
    }

    /// What waits for the steps of a round.
    package func dueDecisions(now: Timestamp, limit: Int, after last: AppID?) async throws -> DueDecisions {
        try await read { db in
            DueDecisions(
                triggers: Result { try DueTriggers(now: now, limit: limit, last: last).read(db) }.mapError {
                    db.portError(for: $0)
                },
                appsWithDueHeld: try WaitingApps.held.due("held_until", at: now, db),
                hasWindows: try !WaitingApps.digested.due("held_until", at: now, db).isEmpty,
                hasConfirmations: try !WaitingApps.unconfirmed.due("expires_at", at: now, db).isEmpty
            )
        }
    }

    /// An app's held pushes whose time has come, oldest first.
    package func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        try await read { db in try HeldPushes.due(of: app, now: now, limit: limit, db) }
    }

    /// What decisions need of several of an app's users, as of now; also of those nobody knows.
    package func snapshots(
        of users: Set<UserID>,
        app: AppID,
        ownedTypes: Set<EntityTypeID>
    ) async throws -> [UserID: RecipientSnapshot] {
        try await read { [usesChannels] db in
            try SnapshotLoader(app: app, ownedTypes: ownedTypes, usesChannels: usesChannels).load(users, db)
        }
    }

    /// Which of some users are members of an entity with a role.
    package func members(
        among users: Set<UserID>,
        of entity: EntityRef,
        role: String,
        app: AppID
    ) async throws -> Set<UserID> {
        let names = try TextList(users)
        return try await read { db in
            Set(
                try db.all(
                    """
                    SELECT m.user_id FROM {texts ?1 j} CROSS JOIN member m ON m.app = ?2 AND m.entity_type = ?3
                        AND m.entity_id = ?4 AND m.user_id = j.value AND m.role = ?5
                    """,
                    [names, app.bound, entity.type.rawValue, entity.id, role]
                ) { try $0.key(0) as UserID }
            )
        }
    }

    /// Which of some users are still in the audiences of triggers of an app, in one snapshot.
    package func audiences(of users: [TriggerID: Set<UserID>], app: AppID) async throws -> [TriggerID: CurrentAudience]
    {
        try await read { db in
            var found: [TriggerID: CurrentAudience] = [:]
            for (id, users) in users {
                guard let trigger = try TriggerRows.find(id, app: app, db) else { continue }
                let recipients = try RecipientQuery(of: trigger).members(among: Array(users), db)
                found[id] = CurrentAudience(trigger: trigger, recipients: recipients.intersection(users))
            }
            return found
        }
    }

    /// What users were pushed lately, as far as rules ask for it; users without any are left out.
    package func histories(
        of users: Set<UserID>,
        app: AppID,
        needs: HistoryNeeds,
        now: Timestamp
    ) async throws -> [UserID: PushHistory] {
        guard !users.isEmpty else { return [:] }
        return try await read { db in try PushHistoryRows(of: users, app: app).read(needs, now: now, db) }
    }

    /// Pushes whose time to live has ended while a device was to confirm them, at most `limit` of each app.
    package func dueConfirmations(now: Timestamp, limit: Int) async throws -> [UnconfirmedPush] {
        try await read { db in try ConfirmationRows.due(now: now, limit: limit, db) }
    }

    /// The earliest instant after `now` at which anything falls due.
    package func nextDue(after now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Timestamp? {
        try await read { [pendingRows] db in try DueRows.next(after: now, holds: holds, in: pendingRows, db) }
    }

    /// Whether anything is due at `now`, or in flight.
    package func hasWork(now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Bool {
        try await read { [pendingRows] db in try DueRows.exists(at: now, holds: holds, in: pendingRows, db) }
    }
}
