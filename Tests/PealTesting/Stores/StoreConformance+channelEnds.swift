import PealCore
import PealStore
import Testing

/// What becomes of what is sent in channels.
extension StoreConformance {
    static var channelEnds: [Case] {
        [
            Case("attempts are kept, and retries and resends are counted") { scene async throws in
                try await scene.user("ann")
                let id = try await scene.notify("ann", in: [scene.radio: .send]).id
                let delivery = try #require(try await scene.claimChannels().first).delivery
                let soon = scene.now + .seconds(5)
                let events = try await scene.eventsOf {
                    let isStored = try await scene.record(delivery, .retry(at: soon, counted: true), "unavailable")
                    #expect(isStored)
                }
                let notification = Event.Subject.notification(id)
                #expect(events == [Event(.channelDue, app: scene.app, user: "ann", notification, .at(scene.now))])
                #expect(try await !scene.record(delivery, .end(.accepted, nil)), "its lease is over")
                let waiting = try #require(try await scene.channelDelivery(of: id))
                #expect(waiting.state == .pending && waiting.dueAt == soon && !waiting.isHeld)
                #expect(waiting.retriesUsed == 1 && waiting.resendsUsed == 0)
                #expect(try await scene.claimChannels(at: soon, epoch: 2).count == 1)
                #expect(try await !scene.record(delivery, .end(.accepted, nil)), "another process has its lease")
                #expect(try await scene.record(delivery, .retry(at: soon, counted: false), "notProcessed", epoch: 2))
                #expect(try await scene.claimChannels(at: soon, epoch: 2).count == 1)
                let ended = try await scene.eventsOf {
                    let isStored = try await scene.record(delivery, .end(.accepted, nil), epoch: 2)
                    #expect(isStored)
                }
                let moved = EventDetail.moved(from: .sending, to: .accepted, at: scene.now)
                #expect(ended == [Event(.channelEnded, app: scene.app, user: "ann", notification, moved)])
                let accepted = try #require(try await scene.channelDelivery(of: id))
                #expect(accepted.state == .accepted && accepted.dueAt == nil && accepted.reason == nil)
                #expect(accepted.retriesUsed == 1 && accepted.resendsUsed == 1)
                #expect(accepted.attempts.map(\.outcome) == ["unavailable", "notProcessed", "accepted"])
                #expect(accepted.attempts.last?.receipt == "rcpt")
                #expect(try await !scene.store.hasOpenChannels())
            },
            Case("what has expired or was cancelled is ended by the claim instead") { scene async throws in
                try await scene.user("ann")
                let late = try await scene.notify("ann", in: [scene.radio: .send], expiresIn: .seconds(1)).id
                let (cancelled, trigger) = try await scene.notify("ann", in: [scene.radio: .send])
                _ = try await scene.cancel(trigger)
                let later = scene.now + .seconds(1)
                let events = try await scene.eventsOf {
                    let claimed = try await scene.claimChannels(at: later)
                    #expect(claimed.isEmpty)
                }
                #expect(events.map(\.kind) == [.channelEnded, .channelEnded])
                let (first, second) = (
                    try await scene.channelDelivery(of: late), try await scene.channelDelivery(of: cancelled)
                )
                #expect(first?.state == .expired && first?.reason == .expired && first?.dueAt == nil)
                #expect(second?.state == .cancelled && second?.reason == .cancelled)
                #expect(try await !scene.store.hasWork(now: later))
            },
            Case("a cancel ends what waits, and leaves what is under way") { scene async throws in
                try await scene.user("ann")
                let until = scene.now + .seconds(60)
                let id = try await scene.notify("ann", in: [scene.radio: .send, scene.pager: .hold(until: until)]).id
                let sending = try #require(try await scene.claimChannels().first)
                let events = try await scene.eventsOf {
                    let cancel = ChannelChange.cancel(id, .entityDeleted, at: scene.now)
                    let isMade = (try await scene.apply(cancel), try await scene.apply(cancel))
                    #expect(isMade == (true, true))
                }
                let moved = EventDetail.moved(from: .pending, to: .cancelled, at: scene.now)
                #expect(events == [Event(.channelEnded, app: scene.app, user: "ann", .notification(id), moved)])
                let stored = try await scene.store.channelDeliveries(of: id, app: scene.app)
                #expect(stored.map(\.state) == [.cancelled, .sending] && stored.first?.reason == .entityDeleted)
                #expect(try await scene.record(sending.delivery, .end(.muted), at: scene.now))
                let reasons = try await scene.store.channelDeliveries(of: id, app: scene.app).map(\.reason)
                #expect(reasons == [.entityDeleted, .muted])
            },
            Case("a cancel of a trigger knows what its recipients get in channels, and fails when that has changed") {
                scene async throws in
                try await scene.user("ann")
                let until = scene.now + .seconds(60)
                let channels: [Channel: ChannelResult] = [scene.radio: .send, scene.pager: .hold(until: until)]
                let (_, trigger) = try await scene.notify("ann", in: channels)
                let read = try await scene.store.pushes(of: trigger, app: scene.app, after: "", limit: 9)
                let before = try #require(read.first)
                #expect(before.channels == [DeliveryFacts(state: .pending), DeliveryFacts(state: .pending)])
                func isStill(_ push: RecipientPush) async throws -> Bool {
                    try await scene.store.apply([ChangeGroup(app: scene.app, [.expect(push)])]).allSatisfy(\.isApplied)
                }
                #expect(try await isStill(before))
                let delivery = try #require(try await scene.claimChannels().first).delivery
                #expect(try await !isStill(before))
                #expect(try await scene.record(delivery, .retry(at: until, counted: true), "unknown"))
                let after = try await scene.store.withdrawalRecipients(
                    of: trigger,
                    app: scene.app,
                    after: "",
                    limit: 9
                )
                let retried = DeliveryFacts(state: .pending, wasAttempted: true, isAnswerLost: true)
                #expect(after.first?.push.channels == [DeliveryFacts(state: .pending), retried])
                #expect(after.first?.mayLeave(after: scene.now) == true)
            },
            Case("what is sent in channels is deleted with its user") { scene async throws in
                try await scene.user("ann")
                let (id, trigger) = try await scene.notify("ann", in: [scene.radio: .send])
                _ = try await scene.store.eraseUser("ann", app: scene.app, now: scene.now)
                #expect(try await scene.store.channelDeliveries(of: id, app: scene.app).isEmpty)
                #expect(try await scene.claimChannels().isEmpty)
                let report = try #require(try await scene.store.trigger(trigger, app: scene.app))
                #expect(report.deliveries.values.allSatisfy { $0 == 0 })
                #expect(try await scene.store.openCounts().values.allSatisfy { $0 == 0 })
            },
        ]
    }
}

extension StoreScene {
    /// Stores the end of an attempt; whether it was leased to the process.
    func record(
        _ delivery: ChannelDelivery,
        _ next: DeliveryMachine.Next,
        _ outcome: String = "accepted",
        epoch: Int = 1
    ) async throws -> Bool {
        let receipt = outcome == "accepted" ? "rcpt" : nil
        let attempt = AttemptRecord(at: now, outcome: outcome, receipt: receipt)
        let end = try #require(ChannelOutcome(of: delivery.id, epoch: epoch, attempt: attempt, next))
        return try await apply(.record(end))
    }

    /// Stores what the rules said before an attempt; whether it was leased to the process.
    func record(_ delivery: ChannelDelivery, _ reevaluation: DeliveryMachine.Reevaluation, at instant: Timestamp)
        async throws -> Bool
    {
        let outcome = try #require(ChannelOutcome(of: delivery.id, epoch: 1, reevaluation, at: instant))
        return try await apply(.record(outcome))
    }
}
