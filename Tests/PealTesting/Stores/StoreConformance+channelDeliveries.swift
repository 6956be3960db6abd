import PealCore
import PealStore
import Testing

/// What is sent in channels, from its decision to its end.
extension StoreConformance {
    static var channelDeliveries: [Case] {
        [
            Case("a decision sends or holds in channels, and stores nothing of one that is off") { scene async throws in
                try await scene.user("ann")
                let until = scene.now + .seconds(600)
                let channels: [Channel: ChannelResult] = [
                    scene.radio: .send, scene.pager: .hold(until: until), scene.fax: .off(.channelDisabled),
                ]
                var id: NotificationID?
                let events = try await scene.eventsOf { id = try await scene.notify("ann", in: channels).id }
                let notification = try #require(id)
                let due = Event(.channelDue, app: scene.app, user: "ann", .notification(notification))
                #expect(events.filter { $0.kind == .channelDue } == [due])
                let stored = try await scene.store.channelDeliveries(of: notification, app: scene.app)
                #expect(stored.map(\.id.channel) == [scene.pager, scene.radio])
                #expect(stored.map(\.state) == [.pending, .pending] && stored.map(\.isHeld) == [true, false])
                #expect(stored.map(\.reason) == [.quietHours, nil] && stored.map(\.dueAt) == [until, scene.now])
                #expect(stored.allSatisfy { $0.user == "ann" && $0.expiresAt == scene.now + .seconds(3600) })
                #expect(try await scene.store.channelDeliveries(of: notification, app: "match").isEmpty)
                let none = try await scene.eventsOf { _ = try await scene.notify("ann", in: [scene.fax: .off(.muted)]) }
                #expect(none.allSatisfy { $0.kind != .channelDue })
            },
            Case("what is due is leased once, with the address and what it was decided from") { scene async throws in
                try await scene.user("ann")
                let address = scene.address("ann")
                #expect(try await scene.apply(.putAddress(address)))
                let (id, trigger) = try await scene.notify("ann", in: [scene.radio: .send])
                #expect(try await scene.claimChannels(at: scene.now - .milliseconds(1)).isEmpty)
                #expect(try await scene.store.hasWork(now: scene.now))
                let claimed = try #require(try await scene.claimChannels().first)
                #expect(claimed.delivery.id == ChannelDeliveryID(notification: id, channel: scene.radio))
                #expect(claimed.delivery.state == .sending && claimed.delivery.epoch == 1)
                #expect(try await scene.channelDelivery(of: id) == claimed.delivery)
                #expect(claimed.address == address && claimed.trigger == trigger && claimed.app == scene.app)
                #expect(
                    claimed.notification.type == "assigned" && claimed.notification.category == "status"
                        && claimed.notification.entity == scene.report
                )
                #expect(
                    claimed.notification.content.text.bytes == Array("sealed for ann".utf8)
                        && claimed.notification.content.locale == "en"
                )
                #expect(
                    claimed.notification.contentVersion == 3 && claimed.notification.createdAt == scene.now
                )
                #expect(claimed.queue == QueueKey(app: scene.app, channel: scene.radio))
                #expect(try await scene.store.hasOpenChannels(), "it is being sent")
                #expect(try await scene.claimChannels().isEmpty)
                #expect(try await scene.store.interruptedChannels(epoch: 1, limit: 9).isEmpty)
                let again = try await scene.store.interruptedChannels(epoch: 2, limit: 9)
                #expect(again.map(\.delivery.id) == [claimed.delivery.id] && again.map(\.delivery.epoch) == [2])
                #expect(try await scene.store.interruptedChannels(epoch: 2, limit: 9).isEmpty)
            },
            Case("claims follow priority and instant within the budget, and a user without an address is claimed too") {
                scene async throws in
                try await scene.user("ann")
                let low = try await scene.notify("ann", in: [scene.radio: .send], priority: .low).id
                let high = try await scene.notify("ann", in: [scene.radio: .send], priority: .high).id
                let other = try await scene.notify("ann", in: [scene.pager: .send], priority: .normal).id
                let first = try await scene.claimChannels(room: 2)
                #expect(first.map(\.delivery.id.notification) == [high, other])
                #expect(first.allSatisfy { $0.address == nil })
                #expect(try await scene.claimChannels(room: 2).map(\.delivery.id.notification) == [low])
            },
            Case("what is held is due when its quiet hours end, and its queue may be paused") { scene async throws in
                try await scene.user("ann")
                let until = scene.now + .seconds(600)
                #expect(try await !scene.store.hasOpenChannels())
                _ = try await scene.notify("ann", in: [scene.radio: .hold(until: until)])
                #expect(try await scene.store.hasOpenChannels())
                #expect(try await scene.store.nextDue(after: scene.now) == until)
                #expect(try await !scene.store.hasWork(now: scene.now))
                #expect(try await scene.store.hasWork(now: until))
                let queue = QueueKey(app: scene.app, channel: scene.radio)
                let paused = [queue: QueuePause(until: until + .seconds(60), pausesCritical: true, cause: .throttled)]
                #expect(try await !scene.store.hasWork(now: until, holds: paused))
                #expect(try await scene.store.nextDue(after: until, holds: paused) == until + .seconds(60))
                #expect(try await scene.claimChannels().isEmpty)
                let held = try #require(try await scene.claimChannels(at: until).first)
                #expect(held.delivery.reason == .quietHours && held.isOutdated(at: until))
                let later = until + .seconds(60)
                #expect(try await scene.record(held.delivery, .wait(until: later, .quietHours), at: until))
                let again = try await scene.channelDelivery(of: held.delivery.id.notification)
                #expect(again?.isHeld == true && again?.dueAt == later && again?.retriesUsed == 0)
            },
            Case("what is late is decided again, also when nothing has changed and when it was held before") {
                scene async throws in
                try await scene.user("ann")
                let until = scene.now + .seconds(600)
                let id = try await scene.notify("ann", in: [scene.radio: .hold(until: until)]).id
                let held = try #require(try await scene.claimChannels(at: until).first)
                let later = until + .seconds(60)
                #expect(try await scene.record(held.delivery, .retry(at: later, counted: true), "unavailable"))
                let retried = try #require(try await scene.claimChannels(at: later).first)
                #expect(retried.delivery.id.notification == id && retried.delivery.reason == nil)
                #expect(retried.isOutdated(at: later) && !retried.isOutdated(at: scene.now))
            },
            Case("what waits for another reason than quiet hours is not held") { scene async throws in
                try await scene.user("ann")
                let id = try await scene.notify("ann", in: [scene.radio: .send]).id
                let claimed = try #require(try await scene.claimChannels().first)
                let later = scene.now + .seconds(60)
                #expect(try await scene.record(claimed.delivery, .wait(until: later), at: scene.now))
                let waiting = try #require(try await scene.channelDelivery(of: id))
                #expect(waiting.state == .pending && waiting.dueAt == later && waiting.reason == nil)
            },
            Case("what waits and what is under way counts for its queue and its trigger") { scene async throws in
                try await scene.user("ann")
                let (id, trigger) = try await scene.notify("ann", in: [scene.radio: .send, scene.pager: .send])
                let queue = QueueKey(app: scene.app, channel: scene.radio)
                #expect(try await scene.store.openCounts()[queue] == 1)
                #expect(try await scene.store.oldestDue(of: scene.app, now: scene.now).delivery == scene.now)
                #expect(try await scene.store.trigger(trigger, app: scene.app)?.deliveries[.pending] == 2)
                let claimed = try await scene.claimChannels()
                #expect(try await scene.store.openCounts()[queue] == 1)
                for delivery in claimed.map(\.delivery) {
                    #expect(try await scene.record(delivery, .end(.failed, .retriesExhausted), "unavailable"))
                }
                #expect(try await scene.store.queueCounts(since: scene.now)[queue] == QueueCounts(failed: 1))
                #expect(try await scene.store.oldestDue(of: scene.app, now: scene.now).delivery == nil)
                #expect(try await scene.store.openCounts()[queue] ?? 0 == 0)
                #expect(try await scene.store.trigger(trigger, app: scene.app)?.deliveries[.failed] == 2)
                #expect(try await scene.store.channelDeliveries(of: id, app: scene.app).count == 2)
            },
        ]
    }
}
