import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var deliveries: [Case] {
        [
            Case("a claim carries all that sending needs") { scene async throws in
                try await scene.entity(scene.report, owner: "a", parent: EntityRef(type: "org", id: "o1"))
                try await scene.user("a")
                let device = try await scene.device("a")
                _ = try await scene.notify(["a"]) { _ in (.show, .suppress(.muted)) }
                _ = try await scene.notify(["a"], thread: "t")
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 9, epoch: 1).first)
                #expect(claimed.app == scene.app)
                #expect(claimed.userID == "a")
                #expect(claimed.id.device == device.id)
                #expect(claimed.provider == .fcm)
                #expect(claimed.device.sealedToken == device.sealedToken)
                #expect(claimed.device.platform == .android)
                #expect(claimed.notification.type == "assigned")
                #expect(claimed.notification.category == "status")
                #expect(claimed.notification.entity == scene.report)
                #expect(claimed.notification.parent == EntityRef(type: "org", id: "o1"))
                #expect(claimed.notification.content.text == SealedText(bytes: Array("sealed for a".utf8)))
                #expect(claimed.notification.content.thread == "t")
                #expect(claimed.notification.priority == .high)
                #expect((claimed.badge.unseen, claimed.badge.unread) == (2, 2))
                #expect(claimed.badge.version == 2)
                #expect((claimed.notification.contentVersion, claimed.policyVersion) == (3, 4))
                #expect((claimed.spent.retries, claimed.spent.resends) == (0, 0))
                #expect(claimed.expiresAt == scene.now + .seconds(3600))
                #expect(claimed.startedAt == scene.now)
            },
            Case("the most urgent is claimed first, and nothing twice") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                for priority in [Priority.low, .critical, .normal, .high] {
                    _ = try await scene.notify(["a"], priority: priority)
                }
                let first = try await scene.store.claim(now: scene.now, limit: 3, epoch: 1)
                #expect(first.map(\.notification.priority) == [.critical, .high, .normal])
                let rest = try await scene.store.claim(now: scene.now, limit: 3, epoch: 1)
                #expect(rest.map(\.notification.priority) == [.low])
                #expect(try await scene.store.claim(now: scene.now, limit: 3, epoch: 1).isEmpty)
                #expect(try await scene.store.hasWork(now: scene.now))
            },
            Case("two claims at once never share a delivery") { scene async throws in
                for number in 0..<20 {
                    try await scene.user(UserID("u\(number)"))
                    try await scene.device(UserID("u\(number)"))
                }
                _ = try await scene.notify((0..<20).map { UserID("u\($0)") })
                let claims = try await withThrowingTaskGroup(of: [DeliveryID].self) { group in
                    for _ in 0..<8 {
                        group.addTask { try await scene.store.claim(now: scene.now, limit: 5, epoch: 1).map(\.id) }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(claims.count == 20)
                #expect(Set(claims).count == 20)
            },
            Case("what came too late expires instead of being claimed") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"], expiresIn: .seconds(10))
                _ = try await scene.notify(["a"], expiresIn: .seconds(11))
                let claimed = try await scene.store.claim(now: scene.now + .seconds(10), limit: 1, epoch: 1)
                #expect(claimed.count == 1)
                let rows = try await scene.inbox("a")
                #expect(rows.map(\.deliveryStates) == [[.sending], [.expired]])
            },
            Case("a device that has gone is not sent to") { scene async throws in
                try await scene.user("a")
                let revoked = try await scene.device("a", token: "one")
                let disabled = try await scene.device("a", token: "two")
                let moved = try await scene.device("a", token: "three")
                let kept = try await scene.device("a", token: "four")
                _ = try await scene.notify(["a"])
                _ = try await scene.store.revoke(revoked.id, of: "a", app: scene.app, now: scene.now)
                _ = try await scene.store.change(
                    DeviceChange(
                        id: disabled.id,
                        userID: "a",
                        permission: nil,
                        capabilities: nil,
                        enabled: false,
                        now: scene.now
                    ),
                    app: scene.app
                )
                _ = try await scene.register(scene.newDevice("b", token: "three"))
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(claimed.map(\.id.device) == [kept.id])
                let row = try #require(try await scene.inbox("a").first)
                let reports = try #require(try await scene.store.deliveries(of: row.id, app: scene.app))
                #expect(
                    reports.filter { $0.state == .cancelled }.map(\.id.device) == [revoked.id, disabled.id, moved.id]
                )
                #expect(reports.first?.reason == .noDevice)
                #expect(try await scene.store.deliveries(of: scene.id(), app: scene.app) == nil)
                #expect(try await scene.store.deliveries(of: row.id, app: "match") == nil)
            },
            Case("a new epoch inherits what the old one left in flight, once") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let first = try await scene.store.beginEpoch()
                let leased = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: first).first)
                let second = try await scene.store.beginEpoch()
                #expect(second == first + 1)
                let left = try await scene.store.interrupted(epoch: second, limit: 9)
                #expect(left.map(\.id) == [leased.id])
                #expect(try await scene.store.interrupted(epoch: second, limit: 9).isEmpty)
                // The old process's answer comes too late to be written.
                try await scene.store.record([scene.result(leased, .end(.failed, .providerRejected), epoch: first)])
                #expect(try await scene.inbox("a").first?.deliveryStates == [.sending])
                try await scene.store.record([
                    scene.result(leased, .end(.unknown, nil), epoch: second, outcome: "unknown")
                ])
                #expect(try await scene.inbox("a").first?.deliveryStates == [.unknown])
            },
        ]
    }

    static var outcomes: [Case] {
        [
            Case("an accepted push is recorded with its receipt") { scene async throws in
                try await scene.user("a")
                let device = try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try await scene.store.claim(now: scene.now, limit: 1, epoch: 1)
                try await scene.store.record(claimed.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
                let row = try #require(try await scene.inbox("a").first)
                #expect(row.acceptedAt == scene.now)
                #expect(row.deliveredAt == nil, "no client has said that it received it")
                #expect(row.deliveryStates == [.accepted])
                let report = try #require(try await scene.store.deliveries(of: row.id, app: scene.app)?.first)
                #expect(
                    report
                        == DeliveryReport(
                            id: DeliveryID(notification: row.id, device: device.id),
                            provider: .fcm,
                            platform: .android,
                            state: .accepted,
                            reason: nil,
                            attempts: [AttemptRecord(at: scene.now, outcome: "accepted", receipt: "rcpt")],
                            dueAt: nil
                        )
                )
                #expect(try await scene.store.hasWork(now: scene.now + .seconds(9999)) == false)
            },
            Case("a retry comes back when due, counted or not, and the last 20 attempts are kept") {
                scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                for attempt in 0..<25 {
                    let now = scene.now + .seconds(attempt)
                    let claimed = try #require(try await scene.store.claim(now: now, limit: 1, epoch: 1).first)
                    #expect(claimed.spent.retries == attempt - attempt / 5)
                    #expect(claimed.spent.resends == attempt / 5)
                    let next = DeliveryMachine.Next.retry(at: now + .seconds(1), counted: attempt % 5 != 4)
                    try await scene.store.record([
                        scene.result(claimed, next, epoch: 1, outcome: "unavailable \"\(attempt)\"")
                    ])
                    #expect(try await scene.store.claim(now: now, limit: 1, epoch: 1).isEmpty)
                    #expect(try await scene.store.nextDue(after: now) == now + .seconds(1))
                }
                let row = try #require(try await scene.inbox("a").first)
                let report = try #require(try await scene.store.deliveries(of: row.id, app: scene.app)?.first)
                #expect(report.attempts.count == 20)
                #expect(report.attempts.first?.outcome == "unavailable \"5\"")
                #expect(report.attempts.last?.outcome == "unavailable \"24\"")
                #expect(report.dueAt == scene.now + .seconds(25))
            },
            Case("a definite no puts the device in quarantine until it registers again") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try await scene.store.claim(now: scene.now, limit: 1, epoch: 1)
                try await scene.store.record(
                    claimed.map {
                        scene.result(
                            $0,
                            .end(.failed, .providerRejected),
                            epoch: 1,
                            device: .quarantine(.dead),
                            outcome: "gone"
                        )
                    }
                )
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.state) == [.quarantined])
                try await scene.device("a")
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.state) == [.active])
            },
            Case("a push that reaches no device raises an alert, once the last one failed") { scene async throws in
                try await scene.user("a")
                try await scene.device("a", token: "one")
                try await scene.device("a", token: "two")
                _ = try await scene.notify(["a"], alertsOnFailure: true)
                let claimed = try await scene.store.claim(now: scene.now, limit: 2, epoch: 1)
                try #require(claimed.count == 2)
                let failed = DeliveryMachine.Next.end(.failed, .retriesExhausted)
                try await scene.store.record([scene.result(claimed[0], failed, epoch: 1)])
                #expect(try await scene.inbox("a").first?.isAlert == false)
                let version = try await scene.store.counts(of: "a", app: scene.app).version
                let events = try await scene.eventsOf {
                    try await scene.store.record([scene.result(claimed[1], failed, epoch: 1)])
                }
                let raised = events.filter { $0.kind == .alertRaised }
                #expect(raised.map(\.subject) == [.notification(claimed[1].id.notification)])
                #expect(raised.map(\.user) == ["a"] && events.contains { $0.kind == .inboxChanged })
                #expect(try await scene.inbox("a").first?.isAlert == true)
                #expect(try await scene.store.counts(of: "a", app: scene.app).version > version)
            },
            Case("a push that reached one device raises no alert") { scene async throws in
                try await scene.user("a")
                try await scene.device("a", token: "one")
                try await scene.device("a", token: "two")
                _ = try await scene.notify(["a"], alertsOnFailure: true)
                let claimed = try await scene.store.claim(now: scene.now, limit: 2, epoch: 1)
                try #require(claimed.count == 2)
                try await scene.store.record([
                    scene.result(claimed[0], .end(.accepted, nil), epoch: 1),
                    scene.result(claimed[1], .end(.failed, .retriesExhausted), epoch: 1),
                ])
                #expect(try await scene.inbox("a").first?.isAlert == false)
            },
            Case("an expired push raises an alert too") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"], alertsOnFailure: true)
                #expect(try await scene.store.claim(now: scene.now + .seconds(3600), limit: 2, epoch: 1).isEmpty)
                #expect(try await scene.inbox("a").first?.isAlert == true)
            },
        ]
    }
}
