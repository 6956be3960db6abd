import PealCore
import PealStore
import Testing

/// Summaries of pushes that waited, and the order of pushes about one entity.
extension StoreConformance {
    static var summaries: [Case] {
        [
            Case("what waits for users is counted: pushes in queues, held ones until an instant, and summaries") {
                scene async throws in
                let ids = try await sent(3, in: scene)
                _ = try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now + .seconds(60))) }
                func counts(_ seconds: Int64) async throws -> WaitingCount? {
                    let until = scene.now + .seconds(seconds)
                    return try await scene.store.waitingCounts(of: ["a", "b"], app: scene.app, heldUntil: until)["a"]
                }
                #expect(try await counts(59) == WaitingCount(queued: 3))
                #expect(try await counts(60) == WaitingCount(queued: 3, held: 1))
                try await start(ids[2], in: scene)
                #expect(try await counts(0) == WaitingCount(queued: 3, hasSummary: true))
                _ = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(try await counts(0) == WaitingCount())
            },
            Case("the text of a summary is walked beside that of its push, and replaced where it is still the same") {
                scene async throws in
                let id = try #require(try await sent(1, in: scene).first)
                try await start(id, in: scene)
                let values = try await scene.sealed(.notifications, limit: 9).values
                let digest = try #require(values.first { $0.column == .digestText(id) })
                let fresh = Resealed(old: digest, new: SealedValue(digest.column, [4]))
                #expect(try await scene.store.replace([fresh], app: "match") == 0)
                #expect(try await scene.store.replace([fresh], app: scene.app) == 1)
                #expect(try await scene.store.replace([fresh], app: scene.app) == 0)
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(claimed.map(\.notification.content.text.digest) == [[4]])
            },
            Case("a user's deliveries that wait are read, each late one with what its decision is compared with") {
                scene async throws in
                let ids = try await sent(2, in: scene)
                let soon = try await scene.store.waiting(of: "a", app: scene.app, now: scene.now)
                #expect(soon.map(\.id.notification) == ids && soon.allSatisfy { $0.late == nil })
                let late = try await scene.store.waiting(of: "a", app: scene.app, now: scene.now + .seconds(11))
                #expect(late.allSatisfy { $0.late?.versions.facts != nil })
                #expect(try await scene.store.waiting(of: "b", app: scene.app, now: scene.now).isEmpty)
            },
            Case("a summary takes pushes over, merges with another, and gives all of them back") { scene async throws in
                let ids = try await sent(4, in: scene)
                try await start(ids[1], in: scene)
                try await join(ids[0], ids[1], in: scene)
                try await start(ids[3], in: scene)
                #expect(
                    try await applied([.mergeSummary(ids[1], into: ids[3], at: scene.now)], in: scene)
                )
                try await join(ids[1], ids[3], in: scene)
                let parts = try await scene.store.items(of: ids[3], user: "a", app: scene.app)
                #expect(parts.map(\.push.id) == [ids[0], ids[1]])
                #expect(
                    parts.allSatisfy { $0.push.isRepresented && $0.push.reason == .summarised && !$0.push.isSummary }
                )
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(Set(claimed.map(\.id.notification)) == [ids[2], ids[3]])
                #expect(claimed.first { $0.id.notification == ids[3] }?.notification.content.text.digest == summaryText)
                #expect(claimed.map(\.isSummary).count { $0 } == 1)
                let later = scene.now + .seconds(5)
                #expect(try await applied([.endSummary(ids[3], at: scene.now, Trace())], in: scene))
                for id in ids[0...1] {
                    #expect(try await applied([.leaveSummary(id, dueAt: later, Trace())], in: scene))
                    #expect(try await !applied([.leaveSummary(id, dueAt: later, Trace())], in: scene), "once")
                }
                #expect(try await scene.store.claim(now: scene.now, limit: 9, epoch: 1).isEmpty)
                let again = try await scene.store.claim(now: later, limit: 9, epoch: 1)
                #expect(Set(again.map(\.id.notification)) == [ids[0], ids[1]])
                #expect(again.allSatisfy { !$0.isSummary && $0.notification.content.text.digest == nil })
            },
            Case("a summary is sent to more devices of its user: new ones, and those that its push did not reach") {
                scene async throws in
                let ids = try await sent(1, in: scene)
                let (more, other) = (try await scene.device("a", token: "more"), try await scene.device("b"))
                func extends(_ device: DeviceID) async throws -> Bool {
                    let id = DeliveryID(notification: ids[0], device: device)
                    let change = Change.delivery(.extend(id, at: scene.now + .seconds(5)))
                    return try await scene.store.apply([ChangeGroup(app: scene.app, [change])])
                        .allSatisfy(\.isApplied)
                }
                #expect(try await !extends(other.id), "a device of another user")
                #expect(try await extends(more.id))
                #expect(try await !extends(more.id), "it waits already")
                let first = try #require(try await scene.store.claim(now: scene.now, limit: 9, epoch: 1).first)
                #expect(try await !extends(first.id.device), "it is being sent")
                try await scene.store.record([
                    DeliveryResult(
                        id: first.id,
                        app: scene.app,
                        attempt: AttemptRecord(at: scene.now, outcome: "rejected"),
                        next: .end(.failed, .providerRejected),
                        device: .none,
                        epoch: 1
                    )
                ])
                #expect(try await extends(first.id.device))
                let later = scene.now + .seconds(5)
                let claimed = try await scene.store.claim(now: later, limit: 9, epoch: 1)
                #expect(Set(claimed.map(\.id.device)) == [more.id, first.id.device])
                #expect(claimed.allSatisfy { $0.spent.retries == 0 && $0.userID == "a" })
            },
            Case("a push that is no summary any more is asked about again before it is sent") { scene async throws in
                let ids = try await sent(2, stamped: true, in: scene)
                let later = scene.now + .seconds(11)
                func outdated() async throws -> [NotificationID] {
                    try await scene.store.waiting(of: "a", app: scene.app, now: later)
                        .filter { $0.isOutdated(policy: $0.policyVersion, at: later) }.map(\.id.notification)
                }
                // Both have waited already, and were asked about.
                let claimed = try await scene.store.claim(now: later, limit: 2, epoch: 1)
                try await scene.applyAll(
                    try claimed.map { late in
                        let stamp = DecisionStamp(try #require(late.late?.versions))
                        let basis = DecisionBasis(stamp: stamp, policy: late.policyVersion)
                        return .delivery(
                            .reevaluate(late.id, ReevaluatedDelivery(epoch: 1, until: scene.now, basis: basis))
                        )
                    }
                )
                try await start(ids[0], in: scene)
                #expect(try await outdated().isEmpty)
                #expect(try await applied([.endSummary(ids[0], at: later, Trace())], in: scene))
                #expect(try await outdated() == [ids[0]])
            },
            Case("what is stopped neither becomes a summary nor joins one") { scene async throws in
                let ids = try await sent(2, in: scene)
                let stop = PushChange.end(ids[0], from: .sending, to: .suppressed, .cancelled, Trace())
                #expect(try await applied([stop], in: scene))
                #expect(try await !applied([.joinSummary(ids[0], of: ids[1], Trace())], in: scene))
                let group = ChangeGroup(app: scene.app, [.startSummary(ids[0], summaryText, at: scene.now, Trace())])
                #expect(try await scene.store.apply([group]).map(\.isApplied) == [false])
            },
            Case("a leased push says whether an earlier one to its device has not ended") { scene async throws in
                _ = try await sent(2, in: scene)
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1).sorted { $0.id < $1.id }
                #expect(claimed.map(\.hasEarlier) == [false, true])
                try await scene.store.record(
                    claimed.map { delivery in
                        DeliveryResult(
                            id: delivery.id,
                            app: scene.app,
                            attempt: AttemptRecord(at: scene.now, outcome: "accepted"),
                            next: .end(.accepted, nil),
                            device: .none,
                            epoch: 1
                        )
                    }
                )
                _ = try await scene.notify(["a"])
                try await scene.user("b")
                try await scene.device("b")
                _ = try await scene.notify(["b"])
                let alone = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(alone.map(\.hasEarlier) == [false, false], "neither one that has ended nor another user's")
            },
            Case("the neighbours of a push are its user's other pushes about the same entity, on the same device") {
                scene async throws in
                _ = try await sent(3, in: scene)
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                    .sorted { $0.id < $1.id }
                let first = try #require(claimed.first)
                let retry = DeliveryMachine.Next.retry(at: scene.now + .seconds(60), counted: true)
                try await scene.store.record([
                    DeliveryResult(
                        id: first.id,
                        app: scene.app,
                        attempt: AttemptRecord(at: scene.now, outcome: "unavailable"),
                        next: retry,
                        device: .none,
                        epoch: 1
                    )
                ])
                let rules = OrderRules(ordered: ["assigned"], superseding: ["assigned": ["assigned"]])
                let found = try await scene.store.neighbours(of: claimed, by: rules, app: scene.app)
                let later = PushNeighbours.Later(type: "assigned", push: .sending)
                #expect(found[claimed[0].id] == PushNeighbours(later: [later, later]))
                let triggers = try await scene.store.waiting(of: "a", app: scene.app, now: scene.now + .seconds(71))
                let trigger = try #require(triggers.first { $0.id == first.id }?.late?.trigger)
                let waits = PushNeighbours.Earlier(
                    trigger: trigger,
                    notification: first.id.notification,
                    isSending: false,
                    dueAt: scene.now + .seconds(60),
                    isRetry: true
                )
                #expect(found[claimed[1].id] == PushNeighbours(earlier: [waits], later: [later]))
                let others = found[claimed[2].id]?.earlier ?? []
                #expect(others.count == 2)
                let sending = try #require(others.first { $0.isSending })
                #expect(sending.notification == claimed[1].id.notification)
                #expect(sending.dueAt == scene.now && !sending.isRetry)
                let other = OrderRules(ordered: ["other"], superseding: ["other": ["assigned"]])
                let none = try await scene.store.neighbours(of: claimed, by: other, app: scene.app)
                #expect(none.values.allSatisfy { $0 == PushNeighbours() }, "only what the rules ask for")
            },
        ]
    }

    /// The sealed text of a summary.
    private static var summaryText: [UInt8] { Array("many".utf8) }

    /// Pushes of one user with one device, which wait in their queue.
    private static func sent(_ count: Int, stamped: Bool = false, in scene: StoreScene<Store>) async throws
        -> [NotificationID]
    {
        try await scene.user("a")
        try await scene.device("a")
        for _ in 0..<count { _ = try await scene.notify(["a"], isStamped: stamped) }
        return try await scene.store.waiting(of: "a", app: scene.app, now: scene.now).map(\.id.notification)
    }

    private static func start(_ id: NotificationID, in scene: StoreScene<Store>) async throws {
        let group = ChangeGroup(app: scene.app, [.startSummary(id, summaryText, at: scene.now, Trace())])
        #expect(try await scene.store.apply([group]).allSatisfy(\.isApplied))
    }

    private static func join(_ id: NotificationID, _ summary: NotificationID, in scene: StoreScene<Store>) async throws
    {
        let changes: [PushChange] = [
            .cancelDeliveries(id, count: 1, .summarised), .joinSummary(id, of: summary, Trace()),
        ]
        #expect(try await applied(changes, in: scene))
    }

    private static func applied(_ changes: [PushChange], in scene: StoreScene<Store>) async throws -> Bool {
        let group = ChangeGroup(app: scene.app, changes.map { .push($0, of: "a") })
        return try await scene.store.apply([group]).allSatisfy(\.isApplied)
    }
}
