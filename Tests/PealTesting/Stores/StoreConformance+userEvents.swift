import PealCore
import PealEngine
import PealStore
import Testing

/// What changes of deliveries, inboxes, users and catalogs leave in the event log.
extension StoreConformance {
    static var userEvents: [Case] {
        [
            Case("each outcome of a delivery leaves its event") { scene async throws in
                let store = scene.store
                let device = try await scene.device("a")
                _ = try await scene.notify(["a"], alertsOnFailure: true)
                let epoch = try await store.beginEpoch()
                let claimed = try #require(try await store.claim(now: scene.now, limit: 1, epoch: epoch).first)
                let delivery = Event.Subject.delivery(claimed.id)
                let retried = try await scene.eventsOf {
                    let retry = DeliveryMachine.Next.retry(at: scene.now, counted: true)
                    try await store.record([scene.result(claimed, retry, epoch: epoch)])
                    // Its lease is over.
                    try await store.record([scene.result(claimed, .end(.accepted, nil), epoch: epoch)])
                }
                #expect(retried == [Event(.deliveryDue, app: scene.app, delivery, .at(scene.now))])
                _ = try await store.claim(now: scene.now, limit: 1, epoch: epoch)
                let failed = try await scene.eventsOf {
                    let end = DeliveryMachine.Next.end(.failed, .providerRejected)
                    try await store.record([scene.result(claimed, end, epoch: epoch, device: .quarantine(.dead))])
                }
                let version = try await store.counts(of: "a", app: scene.app).version
                #expect(
                    failed == [
                        Event(.deliveryEnded, app: scene.app, delivery, scene.moved(.sending, .failed)),
                        Event(.deviceChanged, app: scene.app, user: "a", .device(device.id)),
                        Event(.alertRaised, app: scene.app, user: "a", .notification(claimed.id.notification)),
                        Event(.inboxChanged, app: scene.app, user: "a", .inbox(badgeVersion: version)),
                    ]
                )
            },
            Case("a delivery that came too late, a receipt and what it says leave their events") { scene async throws in
                let store = scene.store
                for user: UserID in ["a", "b"] { try await scene.device(user) }
                _ = try await scene.notify(["a", "b"])
                let claimed = try #require(try await store.claim(now: scene.now, limit: 1, epoch: 1).first)
                var result = scene.result(claimed, .end(.accepted, nil), epoch: 1)
                let due = scene.now + .seconds(60)
                result.receipt = ReceiptPlan(receipt: "r", dueAt: due, forgottenAt: due + .seconds(60))
                let accepted = try await scene.eventsOf { try await store.record([result]) }
                let delivery = Event.Subject.delivery(claimed.id)
                #expect(
                    accepted == [
                        Event(.deliveryEnded, app: scene.app, delivery, scene.moved(.sending, .accepted)),
                        Event(.receiptPlanned, app: scene.app, delivery),
                    ]
                )
                let retry = DeliveryMachine.Next.retry(at: due, counted: true)
                let attempt = AttemptRecord(at: due, outcome: "unavailable")
                let contradicted = try await scene.eventsOf {
                    let step = ReceiptResult.Step.contradicted(attempt, retry, .none)
                    try await store.finish([ReceiptResult(id: claimed.id, app: scene.app, step: step)])
                }
                let back = EventDetail.moved(from: .accepted, to: .pending, at: due)
                #expect(contradicted == [Event(.deliveryDue, app: scene.app, delivery, back)])
                let late = try await scene.eventsOf {
                    _ = try await store.claim(now: scene.now + .seconds(9_999), limit: 9, epoch: 1)
                }
                #expect(late.map(\.kind) == [.deliveryEnded, .deliveryEnded])
                let expired = EventDetail.moved(from: .pending, to: .expired, at: scene.now + .seconds(9_999))
                #expect(late.map(\.detail) == [expired, expired])
            },
            Case("a change of the inbox leaves the version of its badge, and the pushes it ended") {
                scene async throws in
                let store = scene.store
                _ = try await scene.notify(["a"], thread: "t") { _ in (.show, .hold(until: scene.now + .seconds(60))) }
                _ = try await scene.notify(["a"])
                let held = try #require(try await scene.inbox("a").last)
                func changed() async throws -> Event {
                    let version = try await store.counts(of: "a", app: scene.app).version
                    return Event(.inboxChanged, app: scene.app, user: "a", .inbox(badgeVersion: version))
                }
                let resolved = try await scene.eventsOf {
                    _ = try await store.resolve(thread: "t", of: "a", app: scene.app, now: scene.now)
                }
                #expect(
                    try await resolved == scene.events([.notificationSeen, .notificationRead, .pushEnded], of: held.id)
                        + [changed()]
                )
                let read = try await scene.eventsOf {
                    _ = try await store.markAll(of: "a", app: scene.app, as: .read, now: scene.now)
                }
                let other = try #require(try await scene.inbox("a").first).id
                #expect(
                    try await read == scene.events([.notificationSeen, .notificationRead], of: other) + [changed()]
                )
                let received = try await scene.eventsOf {
                    _ = try await store.mark(held.id, of: "a", app: scene.app, as: .received, now: scene.now)
                }
                let subject = Event.Subject.notification(held.id)
                let confirmed = Event(.notificationReceived, app: scene.app, user: "a", subject, .at(scene.now))
                #expect(received == [confirmed], "the inbox is as it was")
                let opened = try await scene.eventsOf {
                    for later in [10, 20] {
                        let at = scene.now + .seconds(later)
                        _ = try await store.mark(held.id, of: "a", app: scene.app, as: .opened, now: at)
                        _ = try await store.mark(other, of: "a", app: scene.app, as: .opened, now: at)
                        _ = try await store.mark(other, of: "a", app: scene.app, as: .received, now: at)
                    }
                }
                .filter { $0.kind != .inboxChanged }
                let first = scene.now + .seconds(10)
                #expect(opened.map(\.kind) == [.notificationOpened, .notificationReceived, .notificationOpened])
                #expect(opened.allSatisfy { $0.detail == .at(first) }, "what is opened was received")
            },
            Case("changes of users, devices and choices leave their events") { scene async throws in
                let (store, app) = (scene.store, scene.app)
                let mute = Mute(id: scene.id(), scope: .all, until: nil, createdAt: scene.now)
                let events = try await scene.eventsOf {
                    _ = try await store.ensureUser("a", app: app, now: scene.now)
                    let device = try await scene.device("a")
                    _ = try await scene.device("b", token: "token-of-a")
                    _ = try await store.updatePreferences(of: "a", app: app, now: scene.now) {
                        $0.global["push"] = .init(false, at: scene.now)
                    }
                    _ = try await store.put(mute, of: "a", app: app)
                    _ = try await store.deleteMute(mute.id, of: "a", app: app)
                    #expect(try await !store.revoke(device.id, of: "a", app: app, now: scene.now), "b has it now")
                    _ = try await store.end(.active, app: app, before: scene.now + .seconds(1), limit: 9)
                    let later = scene.now + .seconds(1) + DevicePolicy.staleNotice
                    _ = try await store.end(.stale, app: app, before: later, limit: 9)
                }
                let said = events.map { "\($0.kind.rawValue) \($0.user ?? "")" }
                #expect(
                    said == [
                        "user.changed a", "device.changed a", "device.changed a", "device.changed b",
                        "preferences.changed a", "mutes.changed a", "mutes.changed a", "device.changed b",
                        "device.changed b",
                    ]
                )
            },
            Case("an erasure leaves an event that names nobody, and takes the name out of all others") {
                scene async throws in
                try await scene.user("b")
                _ = try await scene.notify(["a", "b"])
                #expect(try await scene.events(after: .beginning).contains { $0.user == "a" })
                let events = try await scene.eventsOf {
                    _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                }
                #expect(events == [Event(.userErased, app: scene.app)])
                let all = try await scene.events(after: .beginning)
                #expect(all.allSatisfy { $0.user != "a" })
                #expect(all.contains { $0.user == "b" })
                try await scene.user("a")
                #expect(
                    try await scene.events(after: .beginning).count { $0.user == "a" } == 1,
                    "they are another user"
                )
            },
            Case("another owner of an entity leaves an event, however the entity is written") { scene async throws in
                try await scene.user("a")
                try await scene.user("b")
                let cursor = try await scene.store.endOfEvents()
                for owner: UserID? in ["a", "a", nil, "a"] { try await scene.entity(scene.report, owner: owner) }
                for owner: UserID? in ["a", nil, "b"] {
                    let patch = EntityPatch(ref: scene.report, ownerID: owner, status: "open")
                    try await scene.accept(scene.submission(entities: [patch]))
                }
                let events = try await scene.events(after: cursor, of: .ownerChanged)
                #expect(
                    events
                        == ["a", "a", "b"].map { user in
                            Event(.ownerChanged, app: scene.app, user: user, .entity(scene.report))
                        }
                )
            },
            Case("changes of entities, members and catalogs leave their events") { scene async throws in
                let (store, app) = (scene.store, scene.app)
                let ref = EntityRef(type: "event", id: "e")
                let events = try await scene.eventsOf {
                    try await scene.event("e", startsAt: scene.now + .seconds(7_200))
                    try await scene.member("a", of: ref)
                    _ = try await store.deleteMember("a", of: ref, app: app)
                    _ = try await store.deleteEntity(ref, app: app, now: scene.now)
                    for text in ["one", "one", "two"] {
                        _ = try await store.publish(app: app, fileHash: Array(text.utf8), yaml: text, now: scene.now)
                    }
                    let draft = CatalogText(yaml: "three", author: "me", isDraft: true)
                    _ = try await store.keep(draft, app: app, now: scene.now)
                    _ = try await store.publishDraft(3, app: app, reviewedBy: "you", now: scene.now)
                }
                #expect(
                    events == [
                        Event(.entityChanged, app: app, .entity(ref)), Event(.schedulePlanned, app: app, .entity(ref)),
                        Event(.membersChanged, app: app, user: "a", .entity(ref)),
                        Event(.membersChanged, app: app, user: "a", .entity(ref)),
                        Event(.entityChanged, app: app, .entity(ref)),
                        Event(.catalogPublished, app: app, .catalog(version: 1)),
                        Event(.catalogPublished, app: app, .catalog(version: 2)),
                        Event(.catalogPublished, app: app, .catalog(version: 3)),
                    ]
                )
            },
        ]
    }
}

extension StoreScene {
    /// What the event of an attempt now says.
    func moved(_ from: DeliveryState, _ to: DeliveryState) -> EventDetail {
        .moved(from: from, to: to, at: now)
    }

    /// The events of a notification of user a.
    fileprivate func events(_ kinds: [EventKind], of id: NotificationID) -> [Event] {
        kinds.map { Event($0, app: app, user: "a", .notification(id)) }
    }
}
