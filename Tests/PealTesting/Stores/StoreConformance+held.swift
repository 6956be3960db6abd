import PealCore
import PealStore
import Testing

/// How held pushes are decided again, or end before.
extension StoreConformance {
    static var held: [Case] {
        [
            Case("a held push is decided again at its time") { scene async throws in
                try await scene.user("a")
                let device = try await scene.device("a")
                let until = scene.now + .seconds(600)
                let id = try await scene.notify(["a"], thread: "t") { _ in (.show, .hold(until: until)) }
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 5).isEmpty)
                #expect(try await scene.store.nextDue(after: scene.now) == until)
                #expect(try await scene.store.trigger(id, app: scene.app)?.heldPushes == 1)
                let held = try #require(try await scene.store.dueHeld(now: until, limit: 5).first)
                #expect(held.trigger.trigger.id == id)
                #expect(held.inApp == .show)
                #expect(held.thread == "t")
                #expect(held.relevance == PushRelevance(expiresAt: held.expiresAt))
                #expect(held.trace.steps.count == 2)
                var decision = Decision(
                    inApp: .show,
                    push: .send([device.id]),
                    priority: .high,
                    isAlert: false,
                    trace: held.trace
                )
                decision.trace.steps.append(.init(.quietHours, .release))
                let release = ReleasedNotification(
                    id: held.id,
                    app: scene.app,
                    userID: "a",
                    decision: decision,
                    at: until
                )
                try await scene.store.release([release, release])
                #expect(try await scene.store.dueHeld(now: until, limit: 5).isEmpty)
                let claimed = try await scene.store.claim(now: until, limit: 5, epoch: 1)
                #expect(claimed.map(\.id) == [DeliveryID(notification: held.id, device: device.id)])
                // The time that it waited is no latency, whoever reads it and whenever.
                #expect(claimed.first?.startedAt == nil)
                var question = AnalyticsQuestion()
                question.notifications = [held.id]
                let facts = try await scene.store.analyticsFacts(question, app: scene.app)
                #expect(facts.notifications[held.id]?.wasHeld == true)
                let record = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(trigger: id),
                    page: PageRequest(limit: 1)
                )
                #expect(record.items.first?.trace.steps.last?.outcome == .release)
            },
            Case("a held push that was read meanwhile is withdrawn immediately, at the stage that held it") {
                scene async throws in
                for stage in [Stage.device, .quietHours, .throttle] {
                    let (held, record) = try await hold("a", by: stage, in: scene)
                    #expect(held.holdStage == stage && record.holdStage == stage)
                    _ = try await scene.store.mark(held.id, of: "a", app: scene.app, as: .read, now: scene.now)
                    #expect(try await scene.store.dueHeld(now: scene.now, limit: 1).isEmpty)
                    let ended = try await scene.newestDecision(of: "a")
                    #expect(ended?.push == .suppress(.resolvedElsewhere))
                    #expect(ended?.holdStage == nil)
                    #expect(ended?.trace.steps.last == Trace.Step(stage, .release, .resolvedElsewhere))
                }
            },
            Case("what was seen withdraws only what waits until the user is idle") { scene async throws in
                for stage in [Stage.device, .quietHours, .throttle] {
                    let (held, _) = try await hold("a", by: stage, in: scene)
                    _ = try await scene.store.mark(held.id, of: "a", app: scene.app, as: .seen, now: scene.now)
                    let push = try await scene.newestDecision(of: "a")?.push
                    #expect(push == (stage == .device ? .suppress(.resolvedElsewhere) : .hold(until: scene.now)))
                }
            },
            Case("a held push keeps its stage and whether a digest has had it, until it is decided again") {
                scene async throws in
                for wasDigested in [false, true] {
                    let (held, _) = try await hold("a", by: .device, wasDigested: wasDigested, in: scene)
                    #expect(held.wasDigested == wasDigested)
                    let later = scene.now + .seconds(60)
                    let decision = Decision(
                        inApp: .show,
                        push: .hold(until: later),
                        priority: .normal,
                        isAlert: false,
                        holdStage: .throttle,
                        wasDigested: true,
                        trace: held.trace
                    )
                    try await scene.store.release([
                        ReleasedNotification(
                            id: held.id,
                            app: scene.app,
                            userID: "a",
                            decision: decision,
                            at: scene.now
                        )
                    ])
                    let again = try #require(
                        try await scene.store.dueHeld(now: later, limit: 9).first { $0.id == held.id }
                    )
                    #expect(again.holdStage == .throttle && again.wasDigested)
                }
            },
        ]
    }

    /// Has a stage hold a user's push until now.
    private static func hold(
        _ user: UserID,
        by stage: Stage,
        wasDigested: Bool = false,
        in scene: StoreScene<Store>
    ) async throws -> (HeldNotification, DecisionRecord) {
        try await scene.user(user)
        try await scene.accept(scene.submission(.users([user])))
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID, push: .hold(until: scene.now))
            new.decision.holdStage = stage
            new.decision.wasDigested = wasDigested
            return new
        }
        let record = try #require(try await scene.newestDecision(of: user))
        let held = try await scene.store.dueHeld(now: scene.now, limit: 9).first { $0.id == record.id }
        return (try #require(held), record)
    }
}

extension StoreScene {
    fileprivate func newestDecision(of user: UserID) async throws -> DecisionRecord? {
        try await store.decisions(app: app, filter: DecisionFilter(user: user), page: PageRequest(limit: 1)).items.first
    }
}
