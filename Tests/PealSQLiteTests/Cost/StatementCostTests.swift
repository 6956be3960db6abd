import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

/// What a statement costs must not depend on how much waits: a plan that says SEARCH may still read every row (S19).
///
/// `PEAL_STEPS=1 swift test --filter StatementCostTests` prints the table.
@Suite("Cost of statements", .serialized)
struct StatementCostTests {
    private static let few = 1_000
    private static let many = 100_000

    /// What may take more steps when there are more rows, and why that is bounded.
    private static let bounded = [
        "SELECT COUNT(*) FROM (\n    SELECT 1 FROM trigger":
            "the backlog is counted once in 64 rounds, up to where it closes intake"
    ]

    @Test("Every statement on the way of a push takes as many steps at 100,000 rows as at 1,000 (S19)")
    func costs() async throws {
        let few = try await Self.costs(at: Self.few)
        let many = try await Self.costs(at: Self.many)
        #expect(few.count > 50, "only \(few.count) statements were run")
        #expect(Set(few.keys) == Set(many.keys))
        let grown = many.filter { sql, cost in
            guard let before = few[sql], !Self.bounded.keys.contains(where: sql.hasPrefix) else { return false }
            return cost.most > before.most + before.most / 4 + 40
        }
        if ProcessInfo.processInfo.environment["PEAL_STEPS"] != nil { print(Self.table(few, many)) }
        #expect(grown.isEmpty, "\(Self.table(few, grown))")
    }

    @Test("A statement that walks over what waits would be found")
    func walkIsFound() async throws {
        let walk = """
            SELECT app FROM delivery
            WHERE \(PartialIndex.pending.condition) AND (app, provider) > (1, 'fcm') LIMIT 1
            """
        var most: [Int] = []
        for rows in [Self.few, Self.few * 4] {
            let costs = try await Self.counting(at: rows) { crowd in
                try await crowd.scene.store.pool.read { db in _ = try Row.fetchAll(db, sql: walk) }
            }
            most.append(costs[walk]?.most ?? 0)
        }
        #expect(most[1] > most[0] * 3)
    }

    @Test("What a push of a user costs does not grow with what the user got before (S19)")
    func history() async throws {
        let (few, many) = (try await Self.costs(after: 240), try await Self.costs(after: 1_000))
        #expect(few.count > 50)
        #expect(Set(few.keys).symmetricDifference(many.keys).isEmpty)
        let grown = many.filter { sql, cost in few[sql].map { cost.most > $0.most + $0.most / 4 + 40 } ?? false }
        #expect(grown.isEmpty, "\(Self.table(few, grown))")
    }

    /// Of a user with so many notifications that ended long ago.
    private static func costs(after past: Int) async throws -> [String: StepCounter.Cost] {
        try await counting(at: few + 200, history: past) { crowd in
            try await push(crowd)
            try await act(crowd)
            try await close(crowd)
            try await beside(crowd)
        }
    }

    /// What the user and the backend do next to it, from a new device to a withdrawal.
    private static func act(_ crowd: CrowdedStore) async throws {
        let (scene, store, app, now) = (crowd.scene, crowd.scene.store, crowd.scene.app, crowd.scene.now)
        let tablet = try await scene.device("ann", token: "tablet")
        _ = try await store.putUser(User(id: "ann", createdAt: now, updatedAt: now), app: app)
        _ = try await store.updatePreferences(of: "ann", app: app, now: now) { $0 = Preferences() }
        _ = try await store.markAll(of: "ann", app: app, as: .seen, now: now)
        let row = try #require(try await scene.inbox("ann").first)
        _ = try await store.mark(row.id, of: "ann", app: app, as: .dismissed, now: now)
        _ = try await store.resolve(thread: "none", of: "ann", app: app, now: now)
        try await scene.member("ann", of: scene.report)
        try await scene.entity(scene.report, owner: "ann", status: "closed")
        #expect(try await scene.cancel(row.triggerID, retracts: true) != nil)
        #expect(try await store.revoke(tablet.id, of: "ann", app: app, now: now))
        #expect(try await store.deleteEntity(scene.report, app: app, now: now))
    }

    /// From a digest window that is due to its end, once it was postponed.
    private static func close(_ crowd: CrowdedStore) async throws {
        let (store, app, now) = (crowd.scene.store, crowd.scene.app, crowd.scene.now)
        let user = CrowdedStore.digestUser
        let later = now + .seconds(60)
        let window = try #require(try await store.dueWindows(now: now, limit: 200).first)
        #expect((window.userID, window.total) == (user, 1))
        #expect(try await store.items(of: [window], now: now, limit: 9).map(\.count) == [1])
        let postponing = Change.postponeWindow(window, dueAt: now, until: later)
        #expect(try await store.apply([ChangeGroup(app: app, [postponing])]).allSatisfy(\.isApplied))
        let histories = try await store.histories(of: [user], app: app, needs: HistoryNeeds(), now: now)
        #expect(histories[user]?.windows.count == 1)
        let due = try await store.dueWindows(now: later, limit: 1_000)
        let postponed = try #require(due.first { $0.userID == user })
        try await store.close([ClosedWindow(window: postponed, representative: nil, reason: .expired, at: later)])
        #expect(try await store.dueWindows(now: later, limit: 1_000).count == due.count - 1)
    }

    private static func costs(at rows: Int) async throws -> [String: StepCounter.Cost] {
        try await counting(at: rows) { crowd in
            try await push(crowd)
            try await beside(crowd)
            try await watch(crowd)
        }
    }

    private static func counting(
        at rows: Int,
        history: Int = 0,
        _ body: (CrowdedStore) async throws -> Void
    ) async throws -> [String: StepCounter.Cost] {
        let counter = StepCounter()
        var configuration = Configuration()
        configuration.prepareDatabase { db in counter.listen(to: db) }
        return try await withStore(configuration: configuration) { store in
            let crowd = CrowdedStore(scene: StoreScene(store: store), rows: rows)
            try await crowd.scene.user("ann")
            try await crowd.scene.device("ann")
            try await crowd.fill()
            for user: UserID in ["ann", CrowdedStore.digestUser] { try await crowd.addHistory(history, of: user) }
            counter.reset()
            try await body(crowd)
            // A reading connection that the library opens meanwhile looks whether there is a schema.
            return counter.counted.filter { !$0.key.contains("sqlite_master") }
        }
    }

    /// From its acceptance to the outcome on disk.
    private static func push(_ crowd: CrowdedStore) async throws {
        let (scene, store, now) = (crowd.scene, crowd.scene.store, crowd.scene.now)
        var submission = scene.submission(
            .users(["ann"]),
            claim: TriggerSubmission.Claim(key: "k", expiresAt: nil),
            entities: [EntityPatch(ref: scene.report, ownerID: "ann")]
        )
        submission.urgency = .critical
        let key = IdempotencyKey(app: scene.app, operation: "POST", key: "k")
        #expect(try await store.answer(key, now: now) == nil)
        let answer = IdempotentAnswer<[TriggerAcceptance]>(key: key) { _ in
            StoredAnswer(requestHash: [1], status: 202, body: [1])
        }
        _ = try await store.accept([submission], answer: answer)
        let due = try await store.dueTriggers(now: now, limit: 64, after: "match")
        #expect(due.count == 64 && due.first?.trigger.id == submission.trigger.id)
        let limits = due.map { $0.urgency == .critical ? 384 : 8 }
        let pages = try await store.recipientPages(of: due, ownedTypes: ["report"], limits: limits)
        let needs = HistoryNeeds(throttled: ["assigned": .seconds(60)])
        _ = try await store.histories(of: ["ann"], app: scene.app, needs: needs, now: now)
        let recipient = try #require(pages.first?.recipients.first)
        try await store.commit([
            FanOutPage(
                trigger: due[0],
                notifications: [
                    scene.notification(
                        "ann",
                        push: .send(recipient.devices.map(\.id)),
                        priority: .critical,
                        alertsOnFailure: true
                    )
                ],
                cursor: "ann",
                isLast: true
            )
        ])
        #expect(try await store.hasWork(now: now, holds: [:]))
        _ = try await store.nextDue(after: now, holds: [:])
        let room = QueueCapacity(critical: 64, ordinary: 32)
        let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
        let claimed = try await store.claim(now: now, budget: budget, epoch: 1)
        #expect(claimed.count == 32 && claimed.first?.userID == "ann")
        let machine: [DeliveryMachine.Next] = [.end(.accepted, nil), .end(.failed, .providerRejected)]
        for (claimed, next) in zip(claimed, machine) { try await store.record([scene.result(claimed, next, epoch: 1)]) }
        if claimed.count > 2 {
            try await store.record([
                scene.result(claimed[2], .retry(at: now + .seconds(1), counted: true), epoch: 1)
            ])
        }
        let row = try #require(try await scene.inbox("ann").first)
        _ = try await store.counts(of: "ann", app: scene.app)
        _ = try await store.mark(row.id, of: "ann", app: scene.app, as: .read, now: now)
    }

    /// What goes on next to it: releases, windows, firings, receipts, sync pushes, sweeps.
    private static func beside(_ crowd: CrowdedStore) async throws {
        let (scene, store, now) = (crowd.scene, crowd.scene.store, crowd.scene.now)
        let due = try await store.dueDecisions(now: now, limit: 64, after: "match")
        #expect(due.appsWithDueHeld == [scene.app] && due.hasWindows)
        #expect(try due.triggers.get().count == 64)
        let held = try await store.dueHeld(of: scene.app, now: now, limit: 200)
        #expect(held.count == 200)
        try await store.release(
            held.prefix(3).map { held in
                ReleasedNotification(
                    id: held.id,
                    app: scene.app,
                    userID: held.userID,
                    decision: Decision(
                        inApp: .show,
                        push: .suppress(.expired),
                        priority: .normal,
                        isAlert: false,
                        trace: held.trace
                    ),
                    at: now
                )
            }
        )
        let windows = try await store.dueWindows(now: now, limit: 200)
        #expect(windows.count == 200)
        _ = try await store.items(of: Array(windows.prefix(100)), now: now, limit: 1)
        try await store.close(
            windows.prefix(3).map { ClosedWindow(window: $0, representative: nil, reason: .expired, at: now) }
        )
        #expect(try await store.dueSchedules(now: now, limit: 200).count == 200)
        #expect(try await store.dueReceipts(now: now, limit: 100).count == 100)
        let room = QueueCapacity(critical: 32, ordinary: 32)
        let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
        _ = try await store.claimSyncs(now: now, budget: budget, epoch: 1)
        try await channels(crowd)
        #expect(try await store.sweepExpired(now: now, limit: 200) == 200)
        _ = try await store.end(.active, app: scene.app, before: now, limit: 100)
        _ = try await store.end(.revoked, app: scene.app, before: now, limit: 100)
        // As retention does, with the names of its users.
        _ = try await store.writer.perform(.progress) { db in
            try db.run(
                "DELETE FROM trigger WHERE app = ?1 AND id = (SELECT MAX(id) FROM trigger WHERE app = ?1)",
                [scene.app.bound]
            )
        }
    }

    /// From the claim of what a channel sends to its outcome.
    private static func channels(_ crowd: CrowdedStore) async throws {
        let (scene, store) = (crowd.scene, crowd.scene.store)
        let claimed = try await scene.claimChannels(room: 32)
        #expect(claimed.count == 32)
        let delivery = try #require(claimed.first?.delivery)
        #expect(try await scene.record(delivery, .end(.accepted, nil)))
        let address = try #require(claimed.first?.address)
        #expect(try await scene.apply(.quarantine(address, at: scene.now)))
        #expect(try await store.channelAddresses(of: delivery.user, app: scene.app).count == 1)
        #expect(try await store.channelDeliveries(of: delivery.id.notification, app: scene.app).count == 1)
        #expect(try await store.interruptedChannels(epoch: 2, limit: 9).count == 9)
        let waiting = try #require(try await scene.claimChannels(room: 1).first?.delivery)
        #expect(try await scene.record(waiting, .retry(at: scene.now, counted: true)))
        #expect(try await scene.apply(.cancel(waiting.id.notification, .cancelled, at: scene.now)))
    }

    /// What operators and backends ask for: `/metrics` and `GET /triggers/{id}`.
    private static func watch(_ crowd: CrowdedStore) async throws {
        let (scene, store) = (crowd.scene, crowd.scene.store)
        #expect(try await store.backlogs()[scene.app] != nil)
        #expect(try await store.openCounts()[QueueKey(app: scene.app, provider: .fcm)] ?? 0 > crowd.rows / 5)
        _ = try await store.userCounts()
        _ = try await store.optOuts()
        let report = try #require(try await store.trigger(CrowdedStore.crowded, app: scene.app))
        #expect(report.recipients == crowd.rows)
        _ = try await store.triggers(app: scene.app, filter: TriggerFilter(), page: PageRequest(limit: 50))
        _ = try await store.dueCounts(now: scene.now, limit: 2_000)
        _ = try await store.queues()
    }

    private static func table(_ few: [String: StepCounter.Cost], _ many: [String: StepCounter.Cost]) -> String {
        let rows = many.sorted { $0.value.most > $1.value.most }.map { sql, cost in
            let short = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(110)
            let counts = [few[sql]?.most ?? 0, cost.most].map { String($0) }
            return counts.map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined() + "  \(short)"
        }
        return (["      few     many  steps of the run that took the most"] + rows).joined(separator: "\n")
    }
}
