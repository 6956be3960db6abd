import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var queues: [Case] {
        [
            Case("a queue on hold is not due before the hold ends, critical deliveries aside") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let queue = QueueKey(app: scene.app, provider: .fcm)
                let until = scene.now + .seconds(60)
                let hold = [queue: QueuePause(until: until, pausesCritical: false, cause: .rate)]
                #expect(try await !scene.store.hasWork(now: scene.now, holds: hold))
                #expect(try await scene.store.nextDue(after: scene.now, holds: hold) == until)
                _ = try await scene.notify(["a"], priority: .critical)
                #expect(try await scene.store.hasWork(now: scene.now, holds: hold))
                let pause = [queue: QueuePause(until: nil, pausesCritical: true, cause: .throttled)]
                #expect(try await !scene.store.hasWork(now: scene.now, holds: pause))
                #expect(try await scene.store.nextDue(after: scene.now, holds: pause) == nil)
            },
            Case("a pause outlasts the process, and is lifted") { scene async throws in
                let queue = QueueKey(app: scene.app, provider: .fcm)
                #expect(try await scene.store.queues().isEmpty)
                try await scene.store.setPaused([queue], true, now: scene.now)
                try await scene.store.setPaused([queue], true, now: scene.now + .seconds(9))
                #expect(try await scene.store.queues().map(\.pausedAt) == [scene.now])
                try await scene.store.setPaused([queue], false, now: scene.now)
                #expect(try await scene.store.queues().map(\.pausedAt) == [nil])
            },
            Case("who paused a queue is kept until it is resumed") { scene async throws in
                for (change, by) in [
                    (QueueChange.pause(at: scene.now, by: "ana"), "ana"), (.pause(at: scene.now, by: "bob"), "ana"),
                    (.resume, nil), (.pause(at: scene.now), nil),
                ] {
                    _ = try await scene.store.apply([ChangeGroup(app: scene.app, [.queue(.fcm, change)])])
                    #expect(try await scene.store.queues().map(\.pausedBy) == [by])
                }
            },
            Case("what keeps a queue from sending outlasts the process, and is replaced as a whole") {
                scene async throws in
                let breaker = OpenBreaker(
                    since: scene.now,
                    reason: "connection-refused",
                    probeAt: scene.now + .seconds(9)
                )
                let troubles = [
                    QueueTrouble(breaker: breaker, throttledUntil: scene.now + .seconds(3)),
                    QueueTrouble(breaker: OpenBreaker(since: scene.now, reason: nil, probeAt: scene.now)),
                    QueueTrouble(throttledUntil: scene.now), QueueTrouble(),
                ]
                for trouble in troubles {
                    let change = QueueChange.setTrouble(trouble)
                    _ = try await scene.store.apply([ChangeGroup(app: scene.app, [.queue(.fcm, change)])])
                    #expect(try await scene.store.queues().map(\.trouble) == [trouble])
                }
            },
            Case("an alarm restores what was declared dead since then, and nothing else") { scene async throws in
                for (number, user) in (["a", "b", "c"] as [UserID]).enumerated() {
                    try await scene.user(user)
                    try await scene.device(user)
                    _ = try await scene.notify([user])
                    let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                    let cause: DeliveryMachine.QuarantineCause = user == "c" ? .mismatch : .dead
                    try await scene.store.record([
                        DeliveryResult(
                            id: claimed.id,
                            app: scene.app,
                            attempt: AttemptRecord(at: scene.now + .seconds(number * 100), outcome: "gone"),
                            next: .end(.failed, .providerRejected),
                            device: .quarantine(cause),
                            epoch: 1
                        )
                    ])
                }
                let queue = QueueKey(app: scene.app, provider: .fcm)
                let since = scene.now + .seconds(50)
                #expect(
                    try await scene.store.setInvalidationBreaker(queue, since: since, now: scene.now + .seconds(200))
                        == 1
                )
                let states = try await [
                    scene.store.devices(of: "a", app: scene.app), scene.store.devices(of: "b", app: scene.app),
                    scene.store.devices(of: "c", app: scene.app),
                ].map { $0.map(\.state) }
                #expect(states == [[.quarantined], [.active], [.quarantined]])
                #expect(
                    try await scene.store.queues().map(\.invalidationBreakerOpenSince) == [scene.now + .seconds(200)]
                )
                _ = try await scene.notify(["b"])
                let late = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                try await scene.store.record([
                    DeliveryResult(
                        id: late.id,
                        app: scene.app,
                        attempt: AttemptRecord(at: scene.now, outcome: "gone"),
                        next: .end(.failed, .providerRejected),
                        device: .quarantine(.dead),
                        epoch: 1
                    )
                ])
                #expect(
                    try await scene.store.devices(of: "b", app: scene.app).map(\.state) == [.active],
                    "an answer from before the alarm, written after it"
                )
                #expect(try await scene.store.setInvalidationBreaker(queue, since: nil, now: scene.now) == 0)
                #expect(try await scene.store.queues().map(\.invalidationBreakerOpenSince) == [nil])
            },
            Case("failed deliveries are sent again with all their retries, unless it is no longer worth pushing") {
                scene async throws in
                let queue = QueueKey(app: scene.app, provider: .fcm)
                let marks: [UserID: InboxMark] = [
                    "read": .read, "dismissed": .dismissed, "deleted": .deleted, "archived": .archived, "seen": .seen,
                ]
                for user in ["again", "expired", "gone", "old"] + marks.keys.sorted() as [UserID] {
                    try await scene.user(user)
                    try await scene.device(user)
                    _ = try await scene.notify([user], expiresIn: user == "expired" ? .seconds(60) : .seconds(3600))
                    let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                    try await scene.store.record([
                        DeliveryResult(
                            id: claimed.id,
                            app: scene.app,
                            attempt: AttemptRecord(at: scene.now, outcome: "unavailable"),
                            next: .end(.failed, .retriesExhausted),
                            device: user == "gone" ? .quarantine(.dead) : .none,
                            epoch: 1
                        )
                    ])
                    if let mark = marks[user] {
                        let row = try #require(try await scene.inbox(user).first)
                        _ = try await scene.store.mark(row.id, of: user, app: scene.app, as: mark, now: scene.now)
                    }
                }
                let later = scene.now + .seconds(100)
                #expect(
                    try await scene.store.queueCounts(since: scene.now)[queue] == QueueCounts(pending: 0, failed: 9)
                )
                let none = try await scene.store.redrive(queue, since: later, now: later)
                #expect(none == (0, 0))
                let (again, left) = try await scene.store.redrive(queue, since: scene.now - .seconds(60), now: later)
                #expect((again, left) == (3, 6), "what a user has read, dismissed or removed is not pushed again")
                let claimed = try await scene.store.claim(now: later, limit: 9, epoch: 1)
                #expect(Set(claimed.map(\.userID)) == ["again", "old", "seen"])
                #expect(claimed.allSatisfy { $0.spent.retries == 0 })
                let stamp = try #require(try await scene.store.queues().first?.redrivenAt)
                let twice = try await scene.store.redrive(queue, since: scene.now - .seconds(60), now: later)
                #expect(twice == (0, 6))
                #expect(try await scene.store.queues().first?.redrivenAt ?? stamp > stamp)
            },
        ]
    }

    static var receipts: [Case] {
        [
            Case("a receipt falls due when it can be asked for, and is asked for again") { scene async throws in
                let receipt = try await accepted("a", in: scene)
                let due = scene.now + .seconds(900)
                #expect(try await scene.store.dueReceipts(now: scene.now, limit: 9).isEmpty)
                #expect(try await scene.store.nextReceipt(after: scene.now) == due)
                #expect(try await scene.store.nextDue(after: scene.now) == due)
                #expect(try await scene.store.hasWork(now: due))
                let pending = try #require(try await scene.store.dueReceipts(now: due, limit: 9).first)
                #expect(pending.id == receipt)
                #expect((pending.receipt, pending.asked) == ("r-a", 0))
                #expect(pending.queue == QueueKey(app: scene.app, provider: .fcm))
                #expect(pending.expiresAt == scene.now + .seconds(3600))
                let again = due + .seconds(60)
                try await scene.store.finish([ReceiptResult(id: receipt, app: scene.app, step: .askAgain(at: again))])
                #expect(try await scene.store.dueReceipts(now: due, limit: 9).isEmpty)
                #expect(try await scene.store.dueReceipts(now: again, limit: 9).first?.asked == 1)
                try await scene.store.finish([ReceiptResult(id: receipt, app: scene.app, step: .done)])
                #expect(try await scene.store.dueReceipts(now: again, limit: 9).isEmpty)
                #expect(try await scene.inbox("a").first?.deliveryStates == [.accepted])
            },
            Case("a receipt that says otherwise ends or renews the delivery, once") { scene async throws in
                let dead = try await accepted("a", in: scene)
                let again = try await accepted("b", in: scene)
                let due = scene.now + .seconds(900)
                let results = [
                    ReceiptResult(
                        id: dead,
                        app: scene.app,
                        step: .contradicted(
                            AttemptRecord(at: due, outcome: "gone"),
                            .end(.failed, .providerRejected),
                            .quarantine(.dead)
                        )
                    ),
                    ReceiptResult(
                        id: again,
                        app: scene.app,
                        step: .contradicted(
                            AttemptRecord(at: due, outcome: "unavailable"),
                            .retry(at: due + .seconds(1), counted: true),
                            .none
                        )
                    ),
                ]
                try await scene.store.finish(results)
                try await scene.store.finish(results)
                #expect(try await scene.inbox("a").first?.deliveryStates == [.failed])
                #expect(try await scene.inbox("b").first?.deliveryStates == [.pending])
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.state) == [.quarantined])
                let claimed = try await scene.store.claim(now: due + .seconds(1), limit: 9, epoch: 1)
                #expect(claimed.map(\.userID) == ["b"])
                #expect(claimed.first?.spent.retries == 1)
                #expect(try await scene.store.dueReceipts(now: due + .seconds(9_999), limit: 9).isEmpty)
            },
            Case("a receipt that says later does not renew what was cancelled or read meanwhile") {
                scene async throws in
                let due = scene.now + .seconds(900)
                for user: UserID in ["cancelled", "read", "seen"] {
                    let id = try await accepted(user, in: scene)
                    let item = try #require(try await scene.inbox(user).first)
                    switch user {
                    case "cancelled":
                        _ = try await scene.cancel(item.triggerID)
                    case "read":
                        _ = try await scene.store.mark(item.id, of: user, app: scene.app, as: .read, now: scene.now)
                    default:
                        _ = try await scene.store.mark(item.id, of: user, app: scene.app, as: .seen, now: scene.now)
                    }
                    try await scene.store.finish([
                        ReceiptResult(
                            id: id,
                            app: scene.app,
                            step: .contradicted(
                                AttemptRecord(at: due, outcome: "unavailable"),
                                .retry(at: due + .seconds(1), counted: true),
                                .none
                            )
                        )
                    ])
                    let left = try #require(try await scene.store.deliveries(of: item.id, app: scene.app)?.first)
                    #expect(left.state == (user == "seen" ? .pending : .cancelled))
                    #expect(left.reason == ["cancelled": .cancelled, "read": .resolvedElsewhere][user.rawValue])
                    #expect(left.attempts.map(\.outcome) == ["accepted", "unavailable"])
                }
                let claimed = try await scene.store.claim(now: due + .seconds(1), limit: 9, epoch: 1)
                #expect(claimed.map(\.userID) == ["seen"])
            },
        ]
    }

    private static func accepted(_ user: UserID, in scene: StoreScene<Store>) async throws -> DeliveryID {
        try await scene.user(user)
        try await scene.device(user)
        _ = try await scene.notify([user])
        let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
        try await scene.store.record([
            DeliveryResult(
                id: claimed.id,
                app: scene.app,
                attempt: AttemptRecord(at: scene.now, outcome: "accepted", receipt: "r-\(user)"),
                next: .end(.accepted, nil),
                device: .none,
                receipt: ReceiptPlan(
                    receipt: "r-\(user)",
                    dueAt: scene.now + .seconds(900),
                    forgottenAt: scene.now + .seconds(86_400)
                ),
                epoch: 1
            )
        ])
        return claimed.id
    }
}
