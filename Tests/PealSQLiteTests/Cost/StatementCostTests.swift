import Foundation
import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQLite
@testable import PealTesting

/// What a statement costs must not depend on how much waits: a plan that says SEARCH may still read every row (S19).
///
/// `PEAL_STEPS=1 swift test --filter StatementCostTests` prints the table.
@Suite("Cost of statements", .serialized, .timeLimit(.minutes(5)))
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
        let walk = "SELECT app FROM delivery WHERE state = 'pending' AND (app, provider) > (1, 'fcm') LIMIT 1"
        var most: [Int] = []
        for rows in [Self.few, Self.few * 4] {
            let costs = try await Self.counting(at: rows) { crowd in
                try await crowd.scene.store.pool.read { db in _ = try Row.fetchAll(db, sql: walk) }
            }
            most.append(costs[walk]?.most ?? 0)
        }
        #expect(most[1] > most[0] * 3)
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
            counter.reset()
            try await body(crowd)
            return counter.counted
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
            DecidedPage(
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
        return (["    1,000  100,000  steps of the run that took the most"] + rows).joined(separator: "\n")
    }
}
