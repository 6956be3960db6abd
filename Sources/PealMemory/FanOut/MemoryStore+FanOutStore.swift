public import PealCore
public import PealStore

extension MemoryStore: FanOutStore {
    /// Triggers that are due and not fanned out, for one round.
    public func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) async throws -> [PendingTrigger] {
        read { contents in contents.dueTriggers(now: now, limit: limit, after: last) }
    }

    /// How many triggers of each app are due and not fanned out, each counted up to `limit`.
    public func dueCounts(now: Timestamp, limit: Int) async throws -> [AppID: Int] {
        read { contents in
            let counts = contents.all.map { rows in
                (rows.app, min(limit, rows.triggers.rows(in: .open).count { $0.trigger.dueAt <= now }))
            }
            return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
        }
    }

    /// The next page of each of several triggers, in their order, in one snapshot.
    public func recipientPages(
        of triggers: [PendingTrigger],
        ownedTypes: Set<EntityTypeID>,
        limits: [Int]
    ) async throws -> [RecipientPage] {
        read { contents in
            zip(triggers, limits).map { trigger, limit in
                contents[trigger.trigger.app].page(of: trigger, ownedTypes: ownedTypes, limit: limit)
            }
        }
    }

    /// What waits for the steps of a round.
    public func dueDecisions(now: Timestamp, limit: Int, after last: AppID?) async throws -> DueDecisions {
        read { contents in
            DueDecisions(
                triggers: .success(contents.dueTriggers(now: now, limit: limit, after: last)),
                appsWithDueHeld: contents.all.filter { !$0.dueHeld(now: now).isEmpty }.map(\.app),
                hasWindows: contents.all.contains { !$0.dueItems(now: now).isEmpty },
                hasConfirmations: contents.all.contains { !$0.dueConfirmations(now: now).isEmpty }
            )
        }
    }

    /// An app's held pushes whose time has come, oldest first.
    public func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        read(app) { rows in rows.dueHeld(now: now).prefix(limit).compactMap { rows.held($0) } }
    }

    /// Which of some users are members of an entity with a role.
    public func members(
        among users: Set<UserID>,
        of entity: EntityRef,
        role: String,
        app: AppID
    ) async throws -> Set<UserID> {
        read(app) { rows in users.filter { rows.members[Member.Key(entity: entity, user: $0)]?.role == role } }
    }

    /// What decisions need of several of an app's users, as of now; also of those nobody knows.
    public func snapshots(
        of users: Set<UserID>,
        app: AppID,
        ownedTypes: Set<EntityTypeID>
    ) async throws -> [UserID: RecipientSnapshot] {
        read(app) { rows in
            Dictionary(uniqueKeysWithValues: users.map { ($0, rows.snapshot(of: $0, ownedTypes: ownedTypes)) })
        }
    }

    /// Which of some users are still in the audiences of triggers of an app, in one snapshot.
    public func audiences(of users: [TriggerID: Set<UserID>], app: AppID) async throws -> [TriggerID: CurrentAudience] {
        read(app) { rows in
            var found: [TriggerID: CurrentAudience] = [:]
            for (id, users) in users {
                guard let trigger = rows.triggers[id].map({ rows.pending($0) }) else { continue }
                let recipients = users.intersection(rows.audience(of: trigger))
                found[id] = CurrentAudience(trigger: trigger, recipients: recipients)
            }
            return found
        }
    }

    /// What users were pushed lately, as far as rules ask for it; users without any are left out.
    public func histories(
        of users: Set<UserID>,
        app: AppID,
        needs: HistoryNeeds,
        now: Timestamp
    ) async throws -> [UserID: PushHistory] {
        read(app) { rows in
            let found = users.map { ($0, rows.history(of: $0, needs: needs, now: now)) }
            return Dictionary(uniqueKeysWithValues: found.filter { $0.1 != PushHistory() })
        }
    }

    /// Digest windows whose time has come: apps take turns, each with its earliest first.
    public func dueWindows(now: Timestamp, limit: Int) async throws -> [DueWindow] {
        read { contents in
            let apps = contents.all.filter { !$0.dueItems(now: now).isEmpty }
            let share = Turns.share(of: limit, among: apps.count)
            return Turns.interleave(apps.map { $0.dueWindows(now: now, limit: share) }, limit: limit)
        }
    }

    /// What waits in each of several windows and is worth pushing, in their order: the newest first.
    public func items(of windows: [DueWindow], now: Timestamp, limit: Int) async throws -> [[HeldNotification]] {
        read { contents in
            windows.map { window in
                let rows = contents[window.app]
                let items = rows.items(of: window, now: now).filter { $0.relevance.isWorthPushing(at: now) }
                return items.reversed().prefix(limit).compactMap { rows.held($0) }
            }
        }
    }

    /// Pushes whose time to live has ended while a device was to confirm them, at most `limit` of each app.
    public func dueConfirmations(now: Timestamp, limit: Int) async throws -> [UnconfirmedPush] {
        read { contents in contents.all.flatMap { $0.dueConfirmations(now: now).prefix(limit) } }
    }

    /// The earliest instant after `now` at which anything falls due.
    public func nextDue(after now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Timestamp? {
        read { contents in contents.all.compactMap { $0.nextDue(after: now, holds: holds) }.min() }
    }

    /// Whether anything is due at `now`, or in flight.
    public func hasWork(now: Timestamp, holds: [QueueKey: QueuePause]) async throws -> Bool {
        read { contents in
            contents.log.isUnread(by: .syncPushes, SyncPlan.kinds)
                || contents.hasOpenTriggers
                    && contents.log.isUnread(by: .lateRecipients, LateRecipients.kinds)
                || contents.all.contains { $0.hasWork(now: now, holds: holds) }
        }
    }
}
