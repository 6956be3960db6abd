import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    static var signals: [Case] {
        [
            Case("what is read on one device is to leave the others, one signal a device") { scene async throws in
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
                let signal = try #require(try await scene.signals().first)
                #expect(signal.device == phones[1].id)
                #expect(signal.cleared.map(\.id) == rows.map(\.id), "the newest first")
                #expect(signal.unseen == 0)
                #expect(signal.badgeVersion == (try await store.counts(of: "a", app: scene.app).version))
                #expect(try await scene.signals().isEmpty, "it is leased")
                try await scene.finish(signal)
                #expect(try await store.hasWork(now: scene.now, holds: [:]) == false)
            },
            Case("what comes while a signal is under way goes next, with the number of then") { scene async throws in
                let store = scene.store
                try await scene.device("a")
                for _ in 0..<2 { _ = try await scene.notify(["a"]) }
                try await scene.deliverAll()
                let rows = try await scene.inbox("a")
                _ = try await store.mark(rows[0].id, of: "a", app: scene.app, as: .read, now: scene.now)
                let first = try #require(try await scene.signals().first)
                #expect(first.unseen == 1)
                _ = try await store.mark(rows[1].id, of: "a", app: scene.app, as: .read, now: scene.now)
                #expect(try await scene.signals().isEmpty, "one at a time")
                try await scene.finish(first)
                let second = try #require(try await scene.signals().first)
                #expect(second.cleared.map(\.id) == [rows[1].id])
                #expect(second.unseen == 0)
            },
            Case("many clears go in portions that fit into a push") { scene async throws in
                try await scene.device("a")
                for _ in 0..<60 { _ = try await scene.notify(["a"]) }
                try await scene.deliverAll()
                _ = try await scene.store.markAll(of: "a", app: scene.app, as: .read, now: scene.now)
                var cleared: [NotificationID] = []
                while let signal = try await scene.signals().first {
                    #expect(signal.cleared.count <= 24)
                    cleared += signal.cleared.map(\.id)
                    try await scene.finish(signal)
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
                #expect(try await scene.signals().isEmpty)
                try await store.record([scene.result(leased, .end(.accepted, nil), epoch: 1)])
                #expect(try await scene.signals().isEmpty)
                let due = try #require(try await store.nextDue(after: scene.now, holds: [:]))
                #expect(
                    try await scene.signals(at: due).map(\.cleared).map { $0.map(\.id) } == [[leased.id.notification]]
                )
            },
            Case("only devices that can be told silently are: theirs, active, allowed, and no browser") {
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
                #expect(try await scene.signals().map(\.device) == [told.id])
            },
            Case("a signal that failed is tried again with all it had to say") { scene async throws in
                let store = scene.store
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                let first = try #require(try await scene.signals().first)
                let later = scene.now + .seconds(30)
                try await scene.finish(first, retryAt: later)
                #expect(try await scene.signals().isEmpty)
                #expect(try await store.nextDue(after: scene.now, holds: [:]) == later)
                let again = try #require(try await scene.signals(at: later).first)
                #expect(again.cleared == first.cleared)
                #expect(again.retriesUsed == 1)
                try await scene.finish(again)
                #expect(try await store.nextDue(after: scene.now, holds: [:]) == nil)
            },
            Case("what a dead process was telling is told again; what is too old is not") { scene async throws in
                let store = scene.store
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                let lost = try #require(try await scene.signals().first)
                let epoch = try await store.beginEpoch() + 7
                let found = try #require(try await scene.signals(epoch: epoch).first)
                #expect(found.cleared == lost.cleared)
                try await scene.finish(lost)
                #expect(try await store.hasWork(now: scene.now, holds: [:]), "an older epoch writes nothing")
                try await scene.finish(found, retryAt: scene.now, epoch: epoch)
                #expect(try await scene.signals(at: scene.now + .seconds(3601)).isEmpty)
                #expect(try await store.hasWork(now: scene.now + .seconds(3601), holds: [:]) == false)
            },
            Case("a lane's room and its holds bind signals too") { scene async throws in
                let store = scene.store
                for user in ["a", "b", "c"] as [UserID] {
                    try await scene.device(user)
                    _ = try await scene.notify([user])
                }
                try await scene.deliverAll()
                for user in ["a", "b", "c"] as [UserID] {
                    _ = try await store.markAll(of: user, app: scene.app, as: .seen, now: scene.now)
                }
                let room = LaneRoom(critical: 9, ordinary: 2)
                let budget = ClaimBudget(total: room, perApp: room, perLane: room)
                try await scene.sync()
                #expect(try await store.claimSignals(now: scene.now, budget: budget, epoch: 1).count == 2)
                let lane = LaneKey(app: scene.app, provider: .fcm)
                let until = scene.now + .seconds(60)
                let hold = [lane: LaneHold(until: until, holdsCritical: false)]
                #expect(try await store.nextDue(after: scene.now, holds: hold) == until)
            },
            Case("a device that is gone takes its signal along") { scene async throws in
                let store = scene.store
                let phone = try await scene.device("a")
                _ = try await scene.notify(["a"])
                try await scene.deliverAll()
                _ = try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now)
                let signal = try #require(try await scene.signals().first)
                try await store.record([
                    SignalResult(
                        signal: signal,
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
                #expect(try await scene.signals().isEmpty)
            },
        ]
    }
}

extension StoreScene {
    /// Hands everything pending to the push services.
    fileprivate func deliverAll() async throws {
        let claimed = try await store.claim(now: now, limit: 500, epoch: 1)
        try await store.record(claimed.map { result($0, .end(.accepted, nil), epoch: 1) })
    }

    /// Plans silent sync pushes for everything that happened.
    func sync(at instant: Timestamp? = nil, badge: BadgeRule = .unseen) async throws {
        let reader = PlanSyncPushes(store: store) { _ in badge }
        while try await reader.step(now: instant ?? now) {}
    }

    /// Plans and leases the silent sync pushes that are due.
    fileprivate func signals(at instant: Timestamp? = nil, epoch: Int = 1) async throws -> [ClaimedSignal] {
        try await sync(at: instant)
        let room = LaneRoom(critical: 9, ordinary: 9)
        let budget = ClaimBudget(total: room, perApp: room, perLane: room)
        return try await store.claimSignals(now: instant ?? now, budget: budget, epoch: epoch)
    }

    fileprivate func finish(_ signal: ClaimedSignal, retryAt: Timestamp? = nil, epoch: Int = 1) async throws {
        try await store.record([
            SignalResult(signal: signal, retryAt: retryAt, deviceChange: .none, at: now, epoch: epoch)
        ])
    }
}
