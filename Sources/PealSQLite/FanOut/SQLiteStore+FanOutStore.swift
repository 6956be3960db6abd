import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: FanOutStore {
    /// Triggers that are due and not fanned out, for one round.
    public func dueTriggers(now: Timestamp, limit: Int, after last: AppID?) async throws -> [PendingTrigger] {
        try await read { db in try DueTriggers(now: now, limit: limit, last: last).read(db) }
    }

    /// How many triggers of each app are due and not fanned out, each counted up to `limit`.
    public func dueCounts(now: Timestamp, limit: Int) async throws -> [AppID: Int] {
        try await read { db in try DueTriggers.counts(now: now, limit: limit, db) }
    }

    /// The next page of a trigger's recipients, each with what a decision needs, in one snapshot.
    public func recipients(
        of trigger: PendingTrigger,
        ownedTypes: Set<EntityTypeID>,
        limit: Int
    ) async throws -> RecipientPage {
        let pages = try await recipientPages(of: [trigger], ownedTypes: ownedTypes, limits: [limit])
        return pages.first ?? RecipientPage(recipients: [], isLast: true)
    }

    /// The next page of each of several triggers, in their order, in one snapshot.
    public func recipientPages(
        of triggers: [PendingTrigger],
        ownedTypes: Set<EntityTypeID>,
        limits: [Int]
    ) async throws -> [RecipientPage] {
        try await read { db in
            let audiences = try zip(triggers, limits).map { pending, limit in
                try RecipientQuery(of: pending).page(limit: limit, dueAt: pending.trigger.dueAt, db)
            }
            var known: [AppID: [UserID: RecipientSnapshot]] = [:]
            for (app, group) in Dictionary(grouping: zip(triggers, audiences), by: \.0.trigger.app) {
                let users = Set(group.flatMap(\.1.users))
                known[app] = try SnapshotLoader(app: app, ownedTypes: ownedTypes).load(users, db)
            }
            return zip(triggers, audiences).map { trigger, page in
                let snapshots = known[trigger.trigger.app, default: [:]]
                return RecipientPage(
                    recipients: page.users.compactMap { snapshots[$0] },
                    isLast: page.isLast,
                    gone: page.gone
                )
            }
        }
    }

    /// Puts off triggers that cannot be read now: they fall due again at an instant.
    public func postpone(_ triggers: [PendingTrigger], until instant: Timestamp) async throws {
        try await writer.perform(.progress, weight: triggers.count) { db in
            for pending in triggers {
                try db.run(
                    """
                    UPDATE trigger SET due_at = ? WHERE app = ? AND id = ? AND due_at = ? AND fan_out <> 'finished'
                    """,
                    [
                        instant.milliseconds, pending.trigger.app.rawValue, pending.trigger.id.blob,
                        pending.trigger.dueAt.milliseconds,
                    ]
                )
            }
        }
    }

    /// Writes decided pages, each atomic; one that fails takes no other along, and its error is thrown at the end.
    public func commit(_ pages: [DecidedPage]) async throws {
        let weight = pages.reduce(pages.count) { $0 + $1.notifications.count * 2 }
        let results = try await writer.perform(.progress, weight: weight) { db, events in
            try pages.map { page in
                let count = events.events.count
                do {
                    let isOver = try db.isolated { try DecisionWriting.write(page, &events, db) }
                    return Result<Bool, any Error>.success(isOver)
                } catch  where db.isInsideTransaction {
                    events.undo(to: count)
                    return .failure(StoreError.wrapping(error))
                }
            }
        }
        for (page, result) in zip(pages, results) {
            if case .success(true) = result { countWaiting(-1, of: page.trigger.trigger.app) }
        }
        for result in results { _ = try result.get() }
    }

    /// The apps of which a held push has come due.
    public func appsWithDueHeld(now: Timestamp) async throws -> [AppID] {
        try await read { db in try WaitingApps.held.due("held_until", at: now, db) }
    }

    /// An app's held pushes whose time has come, oldest first.
    public func dueHeld(of app: AppID, now: Timestamp, limit: Int) async throws -> [HeldNotification] {
        try await read { db in try HeldPushes.due(of: app, now: now, limit: limit, db) }
    }

    /// Moves held pushes of an app that are due to the seconds from an instant on, so many a second, the earliest first.
    public func spreadHeld(
        of app: AppID,
        now: Timestamp,
        from start: Timestamp,
        perSecond: Int,
        limit: Int
    ) async throws {
        try await writer.perform(.progress, weight: limit) { db in
            try HeldPushes.spread(of: app, now: now, from: start, perSecond: perSecond, limit: limit, db)
        }
    }

    /// What decisions need of several of an app's people, as of now; also of those nobody knows.
    public func snapshots(
        of users: Set<UserID>,
        app: AppID,
        ownedTypes: Set<EntityTypeID>
    ) async throws -> [UserID: RecipientSnapshot] {
        try await read { db in try SnapshotLoader(app: app, ownedTypes: ownedTypes).load(users, db) }
    }

    /// Writes the second decisions of held pushes; one cancelled or resolved meanwhile is left alone.
    public func release(_ releases: [ReleasedNotification]) async throws {
        try await writer.perform(.progress, weight: releases.count * 2) { db, events in
            for release in releases { _ = try HeldPushes.write(release, &events, db) }
        }
    }

    /// What people were pushed lately, as far as rules ask for it; people without any are left out.
    public func histories(
        of users: Set<UserID>,
        app: AppID,
        needs: HistoryNeeds,
        now: Timestamp
    ) async throws -> [UserID: PushHistory] {
        try await read { db in try DigestWindows.histories(of: users, app: app, needs: needs, now: now, db) }
    }

    /// Bundling windows whose time has come: apps take turns, each with its earliest first.
    public func dueWindows(now: Timestamp, limit: Int) async throws -> [DueWindow] {
        try await read { db in try DigestWindows.due(now: now, limit: limit, db) }
    }

    /// What waits in each of several windows and is worth pushing, in their order: the newest first.
    public func items(of windows: [DueWindow], now: Timestamp, limit: Int) async throws -> [[HeldNotification]] {
        try await read { db in try HeldPushes.items(of: windows, now: now, limit: limit, db) }
    }

    /// Puts off windows that cannot be read now: they close at an instant, and what comes meanwhile joins them.
    public func postpone(_ windows: [DueWindow], now: Timestamp, until instant: Timestamp) async throws {
        let weight = windows.reduce(0) { $0 + $1.total }
        try await writer.perform(.progress, weight: weight) { db in
            for window in windows { try DigestWindows.postpone(window, now: now, until: instant, db) }
        }
    }

    /// Closes windows in one transaction; one whose items changed meanwhile is left as it is.
    public func close(_ windows: [ClosedWindow]) async throws {
        let weight = windows.reduce(0) { $0 + $1.window.total + 1 }
        try await writer.perform(.progress, weight: weight) { db, events in
            var traces = ClosingTraces()
            for window in windows { try DigestWindows.close(window, &traces, &events, db) }
        }
    }

    /// The earliest instant after `now` at which a trigger, a held push, a delivery or a receipt falls due.
    public func nextDue(after now: Timestamp, holds: [LaneKey: LaneHold]) async throws -> Timestamp? {
        try await read { db in try DueWork.next(after: now, holds: holds, db) }
    }

    /// Whether anything is due at `now`, or in flight.
    public func hasWork(now: Timestamp, holds: [LaneKey: LaneHold]) async throws -> Bool {
        try await read { db in try DueWork.exists(at: now, holds: holds, db) }
    }
}
