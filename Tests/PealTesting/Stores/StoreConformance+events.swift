import PealCore
import PealStore
import Testing

/// What each kind of write leaves in the event log.
extension StoreConformance {
    static var events: [Case] {
        [
            Case("each change of a trigger leaves its event") { scene async throws in
                let planned = scene.submission(.users(["a"]), dueAt: scene.now + .seconds(600))
                let (id, app, now) = (planned.trigger.id, scene.app, scene.now)
                let events = try await scene.eventsOf {
                    try await scene.accept(planned)
                    let sooner = now + .seconds(300)
                    let time = TriggerTime(dueAt: sooner, digestUntil: nil)
                    try await scene.applyAll([.moveTrigger(id, from: now + .seconds(600), to: time)])
                    try await scene.cancel(id)
                    try await scene.applyAll([.resumeTrigger(id, at: time)])
                }
                let kinds: [EventKind] = [.triggerAccepted, .triggerMoved, .triggerCancelled, .triggerResumed]
                #expect(events == kinds.map { Event($0, app: app, .trigger(id)) })
            },
            Case("what changes nothing leaves no event") { scene async throws in
                let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)
                let first = try await scene.accept(scene.submission(.users(["a"]), claim: claim))
                try await scene.cancel(first)
                try await scene.user("a")
                let events = try await scene.eventsOf {
                    let (store, app, now) = (scene.store, scene.app, scene.now)
                    try await scene.cancel(first)
                    _ = try await store.ensureUser("a", app: app, now: now)
                    _ = try await store.markAll(of: "a", app: app, as: .read, now: now)
                    _ = try await store.updatePreferences(of: "a", app: app, now: now) { _ in }
                    _ = try await store.deleteMute(scene.id(), of: "a", app: app)
                    _ = try await store.revoke(scene.id(), of: "a", app: app, now: now)
                    _ = try await store.deleteMember("a", of: scene.report, app: app)
                    _ = try await store.deleteEntity(scene.report, app: app, now: now)
                    _ = try await store.eraseUser("nobody", app: app, now: now)
                }
                #expect(events.isEmpty)
            },
            Case("a duplicate leaves no event, and a trigger's entities leave theirs") { scene async throws in
                let ref = EntityRef(type: "event", id: "e")
                let first = scene.submission(
                    .users(["a"]),
                    claim: TriggerSubmission.Claim(key: "k", expiresAt: nil),
                    entities: [
                        EntityPatch(ref: ref, times: ["startsAt": scene.now + .seconds(7200)]),
                        EntityPatch(ref: scene.report),
                    ]
                )
                let second = scene.submission(.users(["a"]), claim: first.claim, entities: first.entities)
                let events = try await scene.eventsOf {
                    _ = try await scene.store.accept([first, second], rules: [StoreScene<Store>.rule])
                }
                #expect(
                    events == [
                        // The trigger keeps the organisation of its entity, so its entities are written first.
                        Event(.entityChanged, app: scene.app, .entity(ref)),
                        Event(.entityChanged, app: scene.app, .entity(scene.report)),
                        Event(.triggerAccepted, app: scene.app, .trigger(first.trigger.id)),
                        Event(.schedulePlanned, app: scene.app, .entity(ref)),
                    ]
                )
            },
            Case("each decision leaves its event, with its user") { scene async throws in
                let until = scene.now + .seconds(60)
                let device = try await scene.device("a")
                let results: [(UserID, PushResult, EventKind)] = [
                    ("a", .send([device.id]), .notificationPushed), ("b", .hold(until: until), .notificationHeld),
                    ("c", .digest(until: until), .notificationDigested),
                    ("d", .suppress(.noDevice), .notificationSuppressed),
                ]
                for (user, _, _) in results { try await scene.user(user) }
                try await scene.accept(scene.submission(.users(results.map(\.0))))
                let events = try await scene.eventsOf {
                    try await scene.fanOut { recipient in
                        let push = results.first { $0.0 == recipient.userID }?.1 ?? .send([])
                        var new = scene.notification(recipient.userID, push: push)
                        if recipient.userID == "c" {
                            new.decision.digestWindow = DigestWindowKey(key: "s", closesAt: until)
                        }
                        return new
                    }
                }
                let rows = try await scene.notifications(of: results.map(\.0))
                #expect(
                    events
                        == zip(results, rows).map { Event($0.2, app: scene.app, user: $0.0, .notification($1)) }
                )
            },
            Case("a push that waited leaves an event when it is decided again") { scene async throws in
                let device = try await scene.device("a")
                let results: [(PushResult, EventKind)] = [
                    (.send([device.id]), .pushReleased), (.hold(until: scene.now + .seconds(99)), .pushPostponed),
                    (.suppress(.expired), .pushEnded),
                ]
                for (push, kind) in results {
                    _ = try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now)) }
                    let held = try #require(try await scene.store.dueHeld(now: scene.now, limit: 1).first)
                    let events = try await scene.eventsOf {
                        try await scene.store.release([scene.release(held, push)])
                        // A second decision finds that it does not wait any longer.
                        if push.isSend { try await scene.store.release([scene.release(held, .suppress(.muted))]) }
                    }
                    let detail: EventDetail = push.isSend ? .at(scene.now) : .none
                    #expect(events == [Event(kind, app: scene.app, user: "a", .notification(held.id), detail)])
                }
            },
            Case("a digest window that closes leaves its event, and that of its push") { scene async throws in
                try await scene.user("a")
                let device = try await scene.device("a")
                for _ in 0..<2 {
                    try await scene.accept(scene.submission(.users(["a"])))
                    try await scene.fanOut { recipient in
                        var new = scene.notification(recipient.userID, push: .digest(until: scene.now))
                        new.decision.digestWindow = DigestWindowKey(key: "s", closesAt: scene.now)
                        return new
                    }
                }
                let window = try #require(try await scene.store.dueWindows(now: scene.now, limit: 1).first)
                let items = try await scene.store.items(of: [window], now: scene.now, limit: 1)
                let newest = try #require(items.first?.first)
                let closed = ClosedWindow(
                    window: window,
                    representative: scene.release(newest, .send([device.id])),
                    reason: .digested,
                    at: scene.now
                )
                let events = try await scene.eventsOf { for _ in 0..<2 { try await scene.store.close([closed]) } }
                let kinds: [EventKind] = [.pushReleased, .digestClosed]
                let details: [EventDetail] = [.at(scene.now), .none]
                #expect(
                    events
                        == zip(kinds, details).map { kind, detail in
                            Event(kind, app: scene.app, user: "a", .notification(newest.id), detail)
                        }
                )
            },
        ]
    }
}

extension StoreScene {
    /// The events of what a body writes.
    func eventsOf(_ body: () async throws -> Void) async throws -> [Event] {
        let start = try await store.endOfEvents()
        try await body()
        return try await events(after: start)
    }

    /// The second decision of a held push.
    func release(_ held: HeldNotification, _ push: PushResult) -> ReleasedNotification {
        ReleasedNotification(
            id: held.id,
            app: app,
            userID: held.userID,
            decision: Decision(
                inApp: .show,
                push: push,
                priority: .normal,
                isAlert: false,
                holdStage: PushState(push) == .held ? held.holdStage : nil,
                trace: held.trace
            ),
            at: now
        )
    }

    /// The newest notification of each of several users.
    func notifications(of users: [UserID]) async throws -> [NotificationID] {
        var ids: [NotificationID] = []
        for user in users { ids.append(try #require(try await inbox(user).first).id) }
        return ids
    }
}
