import PealCore
import PealStore
import Testing

/// Held pushes that are re-evaluated before their time.
extension StoreConformance {
    static var forward: [Case] {
        [
            Case("a change of quiet hours brings what they hold forward, of that user alone") { scene async throws in
                for user: UserID in ["a", "b"] { try await hold(user, by: .quietHours, in: scene) }
                func change(_ window: String) async throws {
                    _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                        $0.quietHours.timeZone = .init(window, at: scene.now)
                    }
                }
                let before = try await scene.store.endOfEvents()
                try await change("Asia/Tokyo")
                #expect(try await scene.events(after: before, of: .pushDue).map(\.user) == ["a"])
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).map(\.userID) == ["a"])
                try await letWait(in: scene)
                // The same once more, chosen later, is no change.
                let again = try await scene.store.endOfEvents()
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.quietHours.timeZone = .init("Asia/Tokyo", at: scene.now + .seconds(1))
                    $0.global["email"] = .init(true, at: scene.now)
                }
                #expect(try await scene.events(after: again, of: .pushDue).isEmpty)
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).isEmpty)
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.quietHours = .init()
                }
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).map(\.userID) == ["a"])
            },
            Case("a zone of the user or of the device they used last brings held pushes forward") {
                scene async throws in
                try await hold("a", by: .quietHours, in: scene)
                var user = User(id: "a", roles: [], createdAt: scene.now, updatedAt: scene.now)
                user.sealedDetails = [1]
                _ = try await scene.store.putUser(user, app: scene.app)
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).isEmpty)
                user.timeZone = "Asia/Tokyo"
                _ = try await scene.store.putUser(user, app: scene.app)
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).count == 1)
                try await letWait(in: scene)

                var device = scene.newDevice("a", token: "token-of-a")
                _ = try await scene.register(device)
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).isEmpty)
                device.timeZone = "America/New_York"
                let phone = try await scene.register(device).device
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).count == 1)
                try await letWait(in: scene)

                // Another one comes, and the first is heard of again.
                var tablet = scene.newDevice("a", token: "tablet")
                tablet.lastSeenAt = scene.now + .seconds(1)
                _ = try await scene.register(tablet)
                #expect(try await scene.store.dueHeld(now: scene.now + .seconds(1), limit: 9).count == 1)
                try await letWait(in: scene)
                let change = DeviceChange(
                    id: phone.id,
                    userID: "a",
                    permission: .granted,
                    capabilities: nil,
                    enabled: nil,
                    now: scene.now + .seconds(2)
                )
                _ = try await scene.store.change(change, app: scene.app)
                #expect(try await scene.store.dueHeld(now: scene.now + .seconds(2), limit: 9).count == 1)
                try await letWait(in: scene)
                // Who logs out may be about to log in elsewhere.
                _ = try await scene.store.revoke(phone.id, of: "a", app: scene.app, now: scene.now + .seconds(3))
                #expect(try await scene.store.dueHeld(now: scene.now + .seconds(3), limit: 9).isEmpty)
            },
            Case("what waits for something else than quiet hours keeps its time") { scene async throws in
                for stage in [Stage.device, .throttle, .digest] { try await hold("a", by: stage, in: scene) }
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.quietHours.enabled = .init(false, at: scene.now)
                }
                #expect(try await scene.store.nextDue(after: scene.now) == scene.now + .seconds(600))
                #expect(try await scene.store.hasWork(now: scene.now + .seconds(599)) == false)
            },
            Case("of very many held pushes of one user a thousand are brought forward, the oldest") {
                scene async throws in
                for _ in 0..<1_003 { try await hold("a", by: .quietHours, in: scene) }
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.quietHours.enabled = .init(false, at: scene.now)
                }
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 2_000).count == 1_000)
            },
            Case("a push is held as its decision says, at first and again") { scene async throws in
                let first = scene.now + .seconds(60)
                _ = try await scene.notify(["a"]) { _ in (.show, .hold(until: first)) }
                #expect(try await scene.store.dueHeld(now: first - .milliseconds(1), limit: 9).isEmpty)
                let held = try #require(try await scene.store.dueHeld(now: first, limit: 9).first)
                let second = scene.now + .seconds(90)
                let decision = Decision(
                    inApp: .show,
                    push: .hold(until: second),
                    priority: .normal,
                    isAlert: false,
                    holdStage: held.holdStage,
                    trace: held.trace
                )
                try await scene.store.release([
                    ReleasedNotification(id: held.id, app: scene.app, userID: "a", decision: decision, at: first)
                ])
                #expect(try await scene.store.nextDue(after: scene.now) == second)
            },
        ]
    }

    private static func hold(_ user: UserID, by stage: Stage, in scene: StoreScene<Store>) async throws {
        try await scene.user(user)
        if try await scene.store.devices(of: user, app: scene.app).isEmpty {
            try await scene.device(user, token: "token-of-\(user)")
        }
        try await scene.accept(scene.submission(.users([user])))
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID, push: .hold(until: scene.now + .seconds(600)))
            new.decision.holdStage = stage
            return new
        }
    }

    /// What is due waits again.
    private static func letWait(in scene: StoreScene<Store>) async throws {
        let later = scene.now + .seconds(9)
        let releases = try await scene.store.dueHeld(now: later, limit: 9).map { held in
            ReleasedNotification(
                id: held.id,
                app: scene.app,
                userID: held.userID,
                decision: Decision(
                    inApp: .show,
                    push: .hold(until: scene.now + .seconds(600)),
                    priority: .normal,
                    isAlert: false,
                    holdStage: held.holdStage,
                    trace: held.trace
                ),
                at: later
            )
        }
        try await scene.store.release(releases)
    }
}
