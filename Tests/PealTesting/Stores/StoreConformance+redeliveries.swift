import PealCore
import PealEngine
import PealStore
import Testing

/// Pushes that are sent once more to devices that were off (M26, R146).
extension StoreConformance {
    static var redeliveries: [Case] {
        [
            Case("a device confirms a push for itself, once, and confirms no push that it was not handed") {
                scene async throws in
                let phones = [try await scene.device("a", token: "one"), try await scene.device("a", token: "two")]
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                let late = try await scene.device("a", token: "late")
                let row = try #require(try await scene.inbox("a").first)
                for (device, seconds) in [(phones[0], 1), (phones[0], 2), (late, 3)] {
                    let act = InboxAct(now: scene.now + .seconds(Int64(seconds)), device: device.id)
                    _ = try await scene.store.mark(row.id, of: "a", app: scene.app, as: .received, by: act)
                }
                #expect(try await scene.handed(phones[0]).map(\.confirmedAt) == [scene.now + .seconds(1)])
                #expect(try await scene.handed(phones[1]).map(\.confirmedAt) == [nil])
                #expect(try await scene.handed(late).isEmpty)
            },
            Case("what a device was handed says what its user did, newest first") { scene async throws in
                let phone = try await scene.device("a")
                let marks: [InboxMark?] = [nil, .seen, .read, .dismissed, .deleted]
                var rows: [NotificationID] = []
                for mark in marks {
                    _ = try await scene.notify(["a"])
                    try await scene.deliverAll()
                    let row = try #require(try await scene.inbox("a").first)
                    rows.insert(row.id, at: 0)
                    guard let mark else { continue }
                    _ = try await scene.store.mark(row.id, of: "a", app: scene.app, as: mark, now: scene.now)
                }
                let handed = try await scene.handed(phone)
                #expect(handed.map(\.id.notification) == rows)
                #expect(handed.allSatisfy { $0.type == "assigned" && $0.state == .accepted && $0.redelivery == .none })
                #expect(handed.map(\.isSeen) == [false, true, true, true, false])
                #expect(handed.map(\.relevance.isResolved) == [true, true, true, false, false])
            },
            Case("a planned push is due at its time, once, and returns to its queue with what it had") {
                scene async throws in
                let (phone, push) = try await handedOver(in: scene)
                let due = scene.now + .seconds(10)
                let events = try await scene.eventsOf {
                    for instant in [due, due + .seconds(60)] {
                        _ = try await scene.change([.redelivery(.plan(push, at: instant))])
                    }
                }
                #expect(events == [Event(.redeliveryPlanned, app: scene.app, .delivery(push))])
                #expect(try await scene.store.nextDue(after: scene.now) == due)
                #expect(try await scene.store.nextRedelivery(after: scene.now) == due)
                #expect(try await scene.store.dueRedeliveries(now: due - .seconds(1), limit: 9).isEmpty)
                #expect(try await scene.store.hasWork(now: due))
                let found = try #require(try await scene.store.dueRedeliveries(now: due, limit: 9)[scene.app])
                #expect(found.map(\.id) == [push] && found.map(\.redelivery) == [.waiting])
                let again = try #require(found[0].redelivered(in: scene.app, at: due))
                let group: [Change] = [.redelivery(.end(found[0])), .delivery(again)]
                #expect(try await scene.change(group) == .applied([]))
                #expect(try await scene.change(group) == .failed([0]), "once")
                let claimed = try #require(try await scene.store.claim(now: due, limit: 9, epoch: 1).first)
                #expect(claimed.id == push && claimed.spent.retries == 0)
                try await scene.store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
                #expect(try await scene.change([.redelivery(.plan(push, at: due))]) == .applied([]))
                #expect(try await scene.store.dueRedeliveries(now: due, limit: 9).isEmpty, "never again")
                #expect(try await scene.handed(phone).map(\.redelivery) == [.done])
                #expect(try await scene.store.nextDue(after: scene.now) == nil)
            },
            Case("what changes between the look at a push and its end makes the end fail") { scene async throws in
                let (phone, push) = try await handedOver(in: scene)
                _ = try await scene.change([.redelivery(.plan(push, at: scene.now))])
                let marks: [InboxMark] = [.received, .seen, .read]
                for mark in marks {
                    let found = try #require(try await scene.store.dueRedeliveries(now: scene.now, limit: 1)[scene.app])
                    let act = InboxAct(now: scene.now, device: phone.id)
                    _ = try await scene.store.mark(push.notification, of: "a", app: scene.app, as: mark, by: act)
                    #expect(try await scene.change([.redelivery(.end(found[0]))]) == .failed([0]), "\(mark)")
                }
            },
            Case("a push of a trigger that is cancelled says so") { scene async throws in
                let phone = try await scene.device("a")
                let id = try await scene.notify(["a"])
                try await scene.deliverAll()
                #expect(try await scene.handed(phone).map(\.isCancelled) == [false])
                _ = try await scene.cancel(id)
                #expect(try await scene.handed(phone).map(\.isCancelled) == [true])
                #expect(try await scene.handed(phone).map(\.state) == [.accepted])
            },
            Case("what is deleted with its notification is not due any more, and nothing is planned for what is gone") {
                scene async throws in
                let (_, push) = try await handedOver(in: scene)
                _ = try await scene.change([.redelivery(.plan(push, at: scene.now))])
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.store.dueRedeliveries(now: scene.now, limit: 9).isEmpty)
                #expect(try await scene.change([.redelivery(.plan(push, at: scene.now))]) == .applied([]))
                #expect(try await scene.store.dueRedeliveries(now: scene.now, limit: 9).isEmpty)
            },
        ]
    }

    private static func handedOver(in scene: StoreScene<Store>) async throws -> (Device, DeliveryID) {
        let phone = try await scene.device("a")
        _ = try await scene.notify(["a"])
        try await scene.deliverAll()
        let row = try #require(try await scene.inbox("a").first)
        return (phone, DeliveryID(notification: row.id, device: phone.id))
    }
}

extension StoreScene {
    /// What was handed to a device of the user `a`.
    fileprivate func handed(_ device: Device) async throws -> [HandedPush] {
        try await store.handedPushes(to: device.id, of: "a", app: app)
    }

    fileprivate func change(_ changes: [Change]) async throws -> GroupResult? {
        try await store.apply([ChangeGroup(app: app, changes)]).first
    }
}
