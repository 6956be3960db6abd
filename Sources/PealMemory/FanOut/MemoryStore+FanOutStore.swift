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

    /// The next page of a trigger's recipients, each with what a decision needs.
    public func recipients(
        of trigger: PendingTrigger,
        ownedTypes: Set<EntityTypeID>,
        limit: Int
    ) async throws -> RecipientPage {
        read(trigger.trigger.app) { $0.page(of: trigger, ownedTypes: ownedTypes, limit: limit) }
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

    /// Puts off triggers that cannot be read now: they fall due again at an instant.
    public func postpone(_ triggers: [PendingTrigger], until instant: Timestamp) async throws {
        try await write { contents in
            for pending in triggers {
                contents[pending.trigger.app].triggers.update(pending.trigger.id) { row in
                    guard row.trigger.dueAt == pending.trigger.dueAt, row.phase != .finished else { return }
                    row.trigger.dueAt = instant
                }
            }
        }
    }

    /// Writes decided pages, each atomic; one that fails takes no other along, and its error is thrown at the end.
    public func commit(_ pages: [DecidedPage]) async throws {
        let results = try await write { contents in
            pages.map { page in
                var rows = contents[page.trigger.trigger.app]
                let result = Result<Void, any Error> { try rows.write(page) }
                if case .success = result { contents[page.trigger.trigger.app] = rows }
                return result
            }
        }
        for result in results { try result.get() }
    }

    /// The apps of which a held push has come due.
    public func appsWithDueHeld(now: Timestamp) async throws -> [AppID] {
        read { contents in contents.all.filter { !$0.dueHeld(now: now).isEmpty }.map(\.app) }
    }

    /// An app's held pushes whose time has come, oldest first.
    public func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        read(app) { rows in rows.dueHeld(now: now).prefix(limit).compactMap { rows.held($0) } }
    }

    /// Moves held pushes of an app that are due to the seconds from an instant on, so many a second, the earliest first.
    public func spreadHeld(
        of app: AppID,
        now: Timestamp,
        from start: Timestamp,
        perSecond: Int,
        limit: Int
    ) async throws {
        try await write(app) { rows in
            for (place, row) in rows.dueHeld(now: now).prefix(limit).enumerated() {
                rows.update(row.id) { $0.heldUntil = start + .seconds(place / perSecond) }
            }
        }
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

    /// Writes the second decisions of held pushes; one cancelled or resolved meanwhile is left alone.
    public func release(_ releases: [ReleasedNotification]) async throws {
        try await write { contents in
            for release in releases { _ = contents[release.app].write(release, from: .held) }
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

    /// Puts off windows that cannot be read now: they close at an instant, and what comes meanwhile joins them.
    public func postpone(_ windows: [DueWindow], now: Timestamp, until instant: Timestamp) async throws {
        try await write { contents in
            for window in windows { contents[window.app].postpone(window, now: now, until: instant) }
        }
    }

    /// Closes windows in one transaction; one whose items changed meanwhile is left as it is.
    public func close(_ windows: [ClosedWindow]) async throws {
        try await write { contents in
            for closed in windows { contents[closed.window.app].close(closed) }
        }
    }

    /// The earliest instant after `now` at which a trigger, a held push, a delivery or a receipt falls due.
    public func nextDue(after now: Timestamp, holds: [LaneKey: LaneHold]) async throws -> Timestamp? {
        read { contents in contents.all.compactMap { $0.nextDue(after: now, holds: holds) }.min() }
    }

    /// Whether anything is due at `now`, or in flight.
    public func hasWork(now: Timestamp, holds: [LaneKey: LaneHold]) async throws -> Bool {
        read { contents in
            contents.log.isUnread(by: .syncPushes, SyncPlan.kinds)
                || contents.all.contains { $0.hasWork(now: now, holds: holds) }
        }
    }
}
