import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    static var confirmations: [Case] {
        [
            Case("a critical push is due at the end of its time to live, with the devices that it was handed to") {
                scene async throws in
                let sent = try await scene.awaited()
                #expect(try await scene.due(after: .milliseconds(3_599_999)).isEmpty)
                #expect(try await scene.store.nextDue(after: scene.now) == scene.now + .seconds(3600))
                let due = try await scene.due(after: .seconds(3600))
                #expect(due.map(\.id) == [sent.id] && due.map(\.user) == ["a"] && due.map(\.app) == [scene.app])
                #expect(due.map(\.devices) == [[sent.delivery.device: false]])
                #expect(try await scene.store.hasWork(now: scene.now + .seconds(3600)))
            },
            Case("a device that confirmed any push before counts as one that confirms") { scene async throws in
                let first = try await scene.awaited()
                let mark = InboxAct(now: scene.now, device: first.delivery.device)
                _ = try await scene.store.mark(first.id, of: "a", app: scene.app, as: .received, by: mark)
                let second = try await scene.awaited()
                let due = try await scene.due(after: .seconds(3600))
                #expect(due.map(\.raisesAlert) == [false, true])
                #expect(due.last?.id == second.id && due.last?.devices == [second.delivery.device: true])
            },
            Case("the end of the wait raises the alert once, with its trace and its events") { scene async throws in
                let sent = try await scene.confirming()
                let push = try #require(try await scene.due(after: .seconds(3600)).first { $0.id == sent.id })
                let cursor = try await scene.store.endOfEvents()
                #expect(try await scene.end(push))
                #expect(try await scene.inbox("a").filter(\.isAlert).map(\.id) == [sent.id])
                let events = try await scene.events(after: cursor)
                #expect(events.map(\.kind) == [.alertRaised, .inboxChanged] && events.allSatisfy { $0.user == "a" })
                let page = PageRequest(limit: 9)
                let log = try await scene.store.decisions(app: scene.app, filter: DecisionFilter(user: "a"), page: page)
                let decision = log.items.first { $0.id == sent.id }
                #expect(decision?.trace.steps.last?.detail == .unconfirmed)
                #expect(decision?.trace.steps.count == 3, "what was decided stays")
                #expect(try await !scene.end(push))
                #expect(try await scene.due(after: .seconds(3600)).contains { $0.id == sent.id } == false)
            },
            Case("what changes between the read and the end of the wait is read again") { scene async throws in
                let sent = try await scene.confirming()
                let push = try #require(try await scene.due(after: .seconds(3600)).first { $0.id == sent.id })
                _ = try await scene.store.mark(sent.id, of: "a", app: scene.app, as: .received, now: scene.now)
                #expect(try await !scene.end(push))
                let again = try #require(try await scene.due(after: .seconds(3600)).first { $0.id == sent.id })
                #expect(!again.raisesAlert)
                #expect(try await scene.end(again))
                #expect(try await scene.inbox("a").allSatisfy { !$0.isAlert })
            },
            Case("a call of the user ends the waits of all pushes, and of no other user") { scene async throws in
                _ = try await scene.awaited()
                _ = try await scene.awaited("b")
                func awaits(_ user: UserID) async throws -> Bool {
                    try await scene.store.admission(of: user, app: scene.app, now: scene.now).awaitsConfirmation
                }
                #expect(try await awaits("a"))
                #expect(try await awaits("b"))
                let call = ChangeGroup(app: scene.app, [.inbox(.endConfirmations, of: "a")])
                #expect(try await scene.store.apply([call]).allSatisfy(\.isApplied))
                #expect(try await !awaits("a"))
                #expect(try await awaits("b"))
                #expect(try await scene.due(after: .seconds(3600)).map(\.user) == ["b"])
            },
            Case("what is not critical, and what is not pushed, waits for nothing") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                try await scene.notify(["a"])
                try await scene.notify(["a"], alertsOnFailure: true) { _ in (.show, .suppress(.muted)) }
                #expect(try await scene.due(after: .seconds(9_999)).isEmpty)
            },
        ]
    }
}

extension StoreScene {
    /// A critical push that its push service accepted for a user's only device, at its end after an hour.
    fileprivate func awaited(_ user: UserID = "a") async throws -> (id: NotificationID, delivery: DeliveryID) {
        try await self.user(user)
        try await device(user)
        try await notify([user], priority: .critical, alertsOnFailure: true)
        let claimed = try #require(try await store.claim(now: now, limit: 1, epoch: 1).first)
        try await store.record([result(claimed, .end(.accepted, nil), epoch: 1)])
        return (claimed.id.notification, claimed.id)
    }

    /// The same, of a device that has confirmed the one before.
    fileprivate func confirming() async throws -> (id: NotificationID, delivery: DeliveryID) {
        let first = try await awaited()
        let act = InboxAct(now: now, device: first.delivery.device)
        _ = try await store.mark(first.id, of: "a", app: app, as: .received, by: act)
        return try await awaited()
    }

    fileprivate func due(after time: Duration) async throws -> [UnconfirmedPush] {
        let due = try await store.dueConfirmations(now: now + time, limit: 9)
        let waits = try await store.dueDecisions(now: now + time, limit: 1, after: nil).hasConfirmations
        #expect(waits == !due.isEmpty)
        return due
    }

    fileprivate func end(_ push: UnconfirmedPush) async throws -> Bool {
        let change = Change.delivery(.endConfirmation(push, alert: push.trace))
        return try await store.apply([ChangeGroup(app: app, [change])]).allSatisfy(\.isApplied)
    }
}
