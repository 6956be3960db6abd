import PealCore
import PealStore
import Testing

/// What traces are made of.
extension StoreConformance {
    static var traces: [Case] {
        [
            Case("spans are made with the caller's trace, the decision, and the attempts of a delivery") { scene in
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                try await scene.store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
                var question = TraceQuestion()
                question.notifications = [claimed.id.notification, scene.id()]
                question.deliveries = [claimed.id]
                let facts = try await scene.store.traceFacts(question, app: scene.app)
                let id = try #require(facts.notifications[claimed.id.notification]?.trigger)
                let decision = TraceFacts.Notification(
                    trigger: id,
                    category: "status",
                    priority: .high,
                    createdAt: scene.now,
                    reason: nil
                )
                #expect(facts.notifications == [claimed.id.notification: decision])
                let trigger = TraceFacts.Trigger(
                    type: "assigned",
                    parent: nil,
                    acceptedAt: scene.now,
                    dueAt: scene.now
                )
                #expect(facts.triggers == [id: trigger])
                let attempts = [AttemptRecord(at: scene.now, outcome: "accepted", receipt: "rcpt")]
                #expect(facts.deliveries == [claimed.id: .init(provider: claimed.provider, attempts: attempts)])
                #expect(try await scene.store.traceFacts(question, app: "match") == TraceFacts())
            },
            Case("a trigger keeps where its caller was in a trace") { scene in
                let caller = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")
                var submission = scene.submission(.users(["a"]))
                submission.traceParent = caller
                submission.trigger.openUntil = scene.now + .seconds(60)
                let id = try await scene.accept(submission)
                var question = TraceQuestion()
                question.triggers = [id, scene.id()]
                let facts = try await scene.store.traceFacts(question, app: scene.app)
                let trigger = TraceFacts.Trigger(type: "assigned", parent: caller, acceptedAt: scene.now, dueAt: nil)
                #expect(facts.triggers == [id: trigger] && facts.notifications.isEmpty)
            },
        ]
    }
}
