import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    static var syncPushes: [Case] {
        [
            Case("what is read on one device leaves the others, with one sync push a device") { scene async throws in
                let store = scene.store
                let phones = [try await scene.device("a", token: "one"), try await scene.device("a", token: "two")]
                for _ in 0..<3 { _ = try await scene.notify(["a"]) }
                try await scene.deliverAll()
                let rows = try await scene.inbox("a")
                for row in rows {
                    _ = try await store.mark(
                        row.id,
                        of: "a",
                        app: scene.app,
                        as: .read,
                        by: InboxAct(now: scene.now, device: phones[0].id)
                    )
                }
                let push = try #require(try await scene.pushes().first)
                #expect(push.device == phones[1].id)
                #expect(push.cleared.map(\.id) == rows.map(\.id), "the newest first")
                #expect(push.counts.unseen == 0)
                #expect(push.counts.version == (try await store.counts(of: "a", app: scene.app).version))
                #expect(try await scene.pushes().isEmpty, "it is leased")
                try await scene.finish(push)
                #expect(try await store.hasWork(now: scene.now, holds: [:]) == false)
            },
            Case("what comes while a sync push is in flight is sent next, with the badge of then") {
                scene async throws in
                let store = scene.store
                try await scene.device("a")
                for _ in 0..<2 { _ = try await scene.notify(["a"]) }
                try await scene.deliverAll()
                let rows = try await scene.inbox("a")
                _ = try await store.mark(rows[0].id, of: "a", app: scene.app, as: .read, now: scene.now)
                let first = try #require(try await scene.pushes().first)
                #expect(first.counts.unseen == 1)
                _ = try await store.mark(rows[1].id, of: "a", app: scene.app, as: .read, now: scene.now)
                #expect(try await scene.pushes().isEmpty, "one at a time")
                try await scene.finish(first)
                let second = try #require(try await scene.pushes().first)
                #expect(second.cleared.map(\.id) == [rows[1].id])
                #expect(second.counts.unseen == 0)
            },
            Case("a device's pushes are found by their tags, the newest first") { scene async throws in
                let phones = [try await scene.device("a", token: "one"), try await scene.device("a", token: "two")]
                _ = try await scene.device("b", token: "theirs")
                for _ in 0..<3 { _ = try await scene.notify(["a", "b"]) }
                try await scene.deliverAll()
                let rows = try await scene.inbox("a")
                for phone in phones {
                    let found = try await scene.store.taggedPushes(on: phone.id, of: "a", app: scene.app)
                    #expect(found.map(\.push.id) == rows.map(\.id))
                    #expect(found.allSatisfy { $0.state == .accepted && $0.push.identity == $0.push.id })
                }
                #expect(try await scene.store.taggedPushes(on: phones[0].id, of: "b", app: scene.app).isEmpty)
            },
            Case("many clears go in portions that fit into a push") { scene async throws in
                try await scene.device("a")
                for _ in 0..<60 { _ = try await scene.notify(["a"]) }
                try await scene.deliverAll()
                _ = try await scene.store.markAll(of: "a", app: scene.app, as: .read, now: scene.now)
                var cleared: [NotificationID] = []
                while let push = try await scene.pushes().first {
                    #expect(push.cleared.count <= 24)
                    cleared += push.cleared.map(\.id)
                    try await scene.finish(push)
                }
                #expect(cleared.count == 60)
                #expect(Set(cleared).count == 60)
            },
            Case("a clear does not overtake the push it is about") { scene async throws in
                let store = scene.store
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let leased = try #require(try await store.claim(now: scene.now, limit: 1, epoch: 1).first)
                _ = try await store.mark(leased.id.notification, of: "a", app: scene.app, as: .seen, now: scene.now)
                #expect(try await scene.pushes(badge: .unread).isEmpty)
                try await store.record([scene.result(leased, .end(.accepted, nil), epoch: 1)])
                #expect(try await scene.pushes(badge: .unread).isEmpty)
                let due = try #require(try await store.nextDue(after: scene.now, holds: [:]))
                #expect(
                    try await scene.pushes(at: due, badge: .unread).map(\.cleared).map { $0.map(\.id) } == [
                        [leased.id.notification]
                    ]
                )
            },
            Case("only devices that can sync receive one: the user's, active, allowed, and no browser") {
                scene async throws in
                let store = scene.store
                let told = try await scene.device("a", token: "told")
                _ = try await scene.device("b", token: "theirs")
                _ = try await scene.device("a", token: "off", state: .disabled)
                var browser = scene.newDevice("a", token: "browser")
                browser.provider = .webpush
                browser.platform = .web
                _ = try await scene.register(browser)
                var mute = scene.newDevice("a", token: "mute")
                mute.permission = .denied
                _ = try await scene.register(mute)
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                #expect(try await scene.pushes().map(\.device) == [told.id])
            },
            Case("a sync push that failed is retried with all it was to remove") { scene async throws in
                let store = scene.store
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                let first = try #require(try await scene.pushes().first)
                let later = scene.now + .seconds(30)
                try await scene.finish(first, retryAt: later)
                #expect(try await scene.pushes().isEmpty)
                #expect(try await store.nextDue(after: scene.now, holds: [:]) == later)
                let again = try #require(try await scene.pushes(at: later).first)
                #expect(again.cleared == first.cleared)
                #expect(again.state.retries == 1)
                try await scene.finish(again)
                #expect(try await store.nextDue(after: scene.now, holds: [:]) == nil)
            },
            Case("what a dead process was sending is sent again, unless it is too old") { scene async throws in
                let store = scene.store
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                let lost = try #require(try await scene.pushes().first)
                let epoch = try await store.beginEpoch() + 7
                try await SyncLeases(store: store, providers: .shipped).takeOver(before: epoch)
                let found = try #require(try await scene.pushes(epoch: epoch).first)
                #expect(found.cleared == lost.cleared)
                try await scene.finish(lost)
                #expect(try await store.hasWork(now: scene.now, holds: [:]), "an older epoch writes nothing")
                try await scene.finish(found, retryAt: scene.now, epoch: epoch)
                #expect(try await scene.pushes(at: scene.now + .seconds(3601)).isEmpty)
                #expect(try await store.hasWork(now: scene.now + .seconds(3601), holds: [:]) == false)
            },
            Case("a queue's room and its holds bind sync pushes, too") { scene async throws in
                let store = scene.store
                for user in ["a", "b", "c"] as [UserID] {
                    try await scene.device(user)
                    _ = try await scene.notify([user])
                }
                try await scene.deliverAll()
                for user in ["a", "b", "c"] as [UserID] {
                    _ = try await store.markAll(of: user, app: scene.app, as: .seen, now: scene.now)
                }
                let room = QueueCapacity(critical: 9, ordinary: 2)
                let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
                try await scene.sync()
                #expect(try await store.claimSyncs(now: scene.now, budget: budget, epoch: 1).count == 2)
                let queue = QueueKey(app: scene.app, provider: .fcm)
                let until = scene.now + .seconds(60)
                let hold = [queue: QueuePause(until: until, pausesCritical: false, cause: .rate)]
                #expect(try await store.nextDue(after: scene.now, holds: hold) == until)
            },
            Case("a device in quarantine receives no sync push") { scene async throws in
                let store = scene.store
                let phone = try await scene.device("a")
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                let push = try #require(try await scene.pushes().first)
                try await store.record([
                    SyncResult(
                        push: push,
                        retryAt: nil,
                        deviceChange: .quarantine(.dead),
                        at: scene.now,
                        epoch: 1
                    )
                ])
                #expect(try await store.devices(of: "a", app: scene.app).map(\.state) == [.quarantined])
                #expect(try await store.devices(of: "a", app: scene.app).map(\.id) == [phone.id])
                _ = try await scene.notify(["a"])
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                #expect(try await scene.pushes().isEmpty)
            },
        ]
    }
}

extension StoreScene {
    /// Hands everything pending to the push services.
    func deliverAll() async throws {
        let claimed = try await store.claim(now: now, limit: 500, epoch: 1)
        try await store.record(claimed.map { result($0, .end(.accepted, nil), epoch: 1) })
    }

    /// Plans silent sync pushes for everything that happened.
    func sync(at instant: Timestamp? = nil, badge: BadgeRule = .unseen) async throws {
        let reader = PlanSyncPushes(store: store, providers: .shipped) { _ in badge }
        while try await reader.step(now: instant ?? now) {}
    }

    /// Plans and leases the silent sync pushes that are due.
    fileprivate func pushes(
        at instant: Timestamp? = nil,
        epoch: Int = 1,
        badge: BadgeRule = .unseen
    ) async throws -> [ClaimedSync] {
        try await sync(at: instant, badge: badge)
        let room = QueueCapacity(critical: 9, ordinary: 9)
        let budget = ClaimBudget(total: room, perApp: room, perQueue: room)
        return try await store.claimSyncs(now: instant ?? now, budget: budget, epoch: epoch)
    }

    fileprivate func finish(_ push: ClaimedSync, retryAt: Timestamp? = nil, epoch: Int = 1) async throws {
        try await store.record([
            SyncResult(push: push, retryAt: retryAt, deviceChange: .none, at: now, epoch: epoch)
        ])
    }
}
