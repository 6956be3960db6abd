import PealCore
import PealStore
import Testing

/// Alerts, and what is due longest.
extension StoreConformance {
    static var alerts: [Case] {
        [
            Case("an alert is kept, changed and removed as it was read, each app's apart") { scene async throws in
                let key = Alert.Key(.breakerOpen, "fcm")
                let pending = Alert(key, .pending, since: scene.now, value: 0.1, threshold: 1 / 3)
                var firing = Alert(key, .firing, since: scene.now, firedAt: scene.now, value: 7, threshold: 300)
                #expect(try await scene.alert(key, from: nil, to: pending))
                #expect(try await !scene.alert(key, from: nil, to: pending))
                #expect(try await scene.store.alerts(of: scene.app) == [scene.app: [pending]])
                #expect(try await !scene.alert(key, from: firing, to: nil))
                #expect(try await scene.alert(key, from: pending, to: firing))
                let other = Alert(Alert.Key(.backlogAge, "triggers"), .pending, since: scene.now)
                #expect(try await scene.alert(other.key, from: nil, to: other))
                #expect(try await scene.alert(key, from: nil, to: pending, app: "match"))
                #expect(try await scene.store.alerts(of: scene.app) == [scene.app: [other, firing]])
                #expect(try await scene.store.alerts(of: nil) == [scene.app: [other, firing], "match": [pending]])
                let before = firing
                (firing.phase, firing.since) = (.clearing, scene.now + .seconds(1))
                #expect(try await scene.alert(key, from: before, to: firing))
                #expect(try await scene.alert(key, from: firing, to: nil))
                #expect(try await scene.alert(other.key, from: other, to: nil))
                #expect(try await scene.store.alerts(of: scene.app).isEmpty)
            },
            Case("a message about an alert is queued with it, or not at all") { scene async throws in
                let webhook = scene.webhook()
                #expect(try await scene.apply(.add(webhook, below: 9)))
                let key = Alert.Key(.deliveryErrors)
                let alert = Alert(key, .firing, since: scene.now, firedAt: scene.now)
                for expected in [true, false] {
                    let message = WebhookChange.queue(
                        [scene.message(webhook.id)],
                        of: webhook.id,
                        backlog: 9,
                        at: scene.now
                    )
                    let group = ChangeGroup(
                        app: scene.app,
                        [.alert(key, from: nil, to: alert), .webhook(message)]
                    )
                    #expect(try await scene.store.apply([group]).map(\.isApplied) == [expected])
                }
                #expect(try await scene.messages(webhook.id).count == 1)
            },
            Case("messages about alerts are kept, replaced and forgotten by alert, app and destination") {
                scene async throws in
                func message(_ destination: String, _ app: AppID, _ phase: AlertMessage.Phase) -> AlertMessage {
                    let key = AlertMessage.Key(destination, app, Alert.Key(.breakerOpen, "fcm"))
                    return AlertMessage(
                        key,
                        phase,
                        since: scene.now,
                        firedAt: scene.now,
                        value: 1 / 3,
                        threshold: 0.1
                    )
                }
                let first = message("a", scene.app, .fired)
                let second = message("b", scene.app, .delivered)
                let third = message("a", "match", .resolved)
                #expect(try await scene.store.alertMessages().isEmpty)
                try await scene.store.keep([third, first, second], forgetting: [])
                #expect(try await scene.store.alertMessages() == [first, second, third].sorted { $0.key < $1.key })
                let next = message("a", scene.app, .delivered)
                try await scene.store.keep([next], forgetting: [second.key, third.key])
                #expect(try await scene.store.alertMessages() == [next])
                try await scene.store.keep([], forgetting: [next.key, next.key])
                #expect(try await scene.store.alertMessages().isEmpty)
            },
            Case("what is due longest is found; what is due later, has ended or is another app's does not count") {
                scene async throws in
                #expect(try await scene.store.oldestDue(of: scene.app, now: scene.now) == OldestDue())
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let due = try await scene.store.oldestDue(of: scene.app, now: scene.now + .seconds(60))
                #expect(due.delivery == scene.now)
                #expect(try await scene.store.oldestDue(of: scene.app, now: scene.now - .seconds(1)) == OldestDue())
                #expect(try await scene.store.oldestDue(of: "match", now: scene.now) == OldestDue())
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                #expect(try await scene.store.oldestDue(of: scene.app, now: scene.now).delivery == nil)
                let ended = scene.result(claimed, .end(.failed, .providerRejected), epoch: 1, outcome: "rejected")
                try await scene.store.record([ended])
                #expect(try await scene.store.oldestDue(of: scene.app, now: scene.now).delivery == nil)
            },
        ]
    }
}

extension StoreScene {
    /// Changes an alert; whether it was as it was read.
    fileprivate func alert(_ key: Alert.Key, from old: Alert?, to new: Alert?, app: AppID? = nil) async throws -> Bool {
        let group = ChangeGroup(app: app ?? self.app, [.alert(key, from: old, to: new)])
        return try await store.apply([group]).allSatisfy(\.isApplied)
    }
}
