import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var deviceSweeps: [Case] {
        [
            Case("what a provider declared dead is forgotten after the grace time, longest ago first") { scene in
                for (number, user) in ["a", "b", "c"].enumerated() { try await scene.dead(UserID(user), day: number) }
                try await scene.device("d", state: .quarantined)
                try await scene.device("e")
                func remove(_ day: Int, _ provider: ProviderID = .fcm, limit: Int = 9) async throws -> Int {
                    let after = scene.day(day) + .milliseconds(1)
                    return try await scene.store.end(.invalid(provider), app: scene.app, before: after, limit: limit)
                }
                #expect(try await remove(9, .apns) == 0)
                #expect(try await remove(1, limit: 1) == 1)
                #expect(try await scene.states() == [nil, .quarantined, .quarantined, .quarantined, .active])
                #expect(try await remove(1) == 1)
                #expect(try await remove(1) == 0)
                #expect(try await remove(9) == 1)
                // A mismatch is for the operator to mend: it is never forgotten by itself.
                #expect(try await scene.states() == [nil, nil, nil, .quarantined, .active])
            },
            Case("what was declared dead since an instant can be restored") { scene in
                for (number, user) in ["a", "b", "c"].enumerated() { try await scene.dead(UserID(user), day: number) }
                try await scene.device("d", state: .quarantined)
                func restore(_ app: AppID, _ provider: ProviderID = .fcm) async throws -> Int {
                    try await scene.store.setInvalidationBreaker(
                        QueueKey(app: app, provider: provider),
                        since: scene.day(1),
                        now: scene.now
                    )
                }
                #expect(try await restore("match") == 0)
                #expect(try await restore(scene.app, .apns) == 0)
                #expect(try await restore(scene.app) == 2)
                #expect(try await restore(scene.app) == 0)
                #expect(try await scene.states() == [.quarantined, .active, .active, .quarantined])
                #expect(try await scene.only("b").invalidSince == nil)
            },
            Case("a device declared dead stays so through the user's switch, until it registers again") { scene in
                let id = try await scene.dead("a", day: 0).id
                func change(_ enabled: Bool) async throws -> DeviceState? {
                    let change = DeviceChange(
                        id: id,
                        userID: "a",
                        permission: nil,
                        capabilities: nil,
                        enabled: enabled,
                        now: scene.now
                    )
                    return try await scene.store.change(change, app: scene.app)?.state
                }
                #expect(try await change(false) == .disabled)
                #expect(try await change(true) == .quarantined)
                #expect(try await change(false) == .disabled)
                let restored = try await scene.store.setInvalidationBreaker(
                    QueueKey(app: scene.app, provider: .fcm),
                    since: scene.day(0),
                    now: scene.now
                )
                #expect(restored == 1)
                _ = try await scene.store.setInvalidationBreaker(
                    QueueKey(app: scene.app, provider: .fcm),
                    since: nil,
                    now: scene.now
                )
                #expect(try await scene.states(["a"]) == [.disabled])
                #expect(try await change(true) == .active)
                try await scene.dead("a", day: 1)
                #expect(try await scene.states(["a"]) == [.quarantined])
                #expect(try await scene.device("a").invalidSince == nil)
                #expect(try await scene.states(["a"]) == [.active])
            },
            Case("a revoked device is deleted after its time, and the deliveries it had stay (S15)") { scene in
                let gone = try await scene.device("a", token: "one")
                let kept = try await scene.device("a", token: "two")
                _ = try await scene.notify(["a"])
                let id = try #require(try await scene.inbox("a").first).id
                #expect(try await scene.store.revoke(gone.id, of: "a", app: scene.app, now: scene.day(1)))
                func remove(_ day: Int) async throws -> Int {
                    try await scene.store.end(.revoked, app: scene.app, before: scene.day(day), limit: 9)
                }
                #expect(try await remove(1) == 0)
                #expect(try await remove(2) == 1)
                #expect(try await remove(99) == 0)
                #expect(try await scene.store.devices(of: "a", app: scene.app).map(\.id) == [kept.id])
                // What was pending on it ends; it never stays behind unseen.
                let claimed = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(claimed.map(\.id.device) == [kept.id])
                let reports = try #require(try await scene.store.deliveries(of: id, app: scene.app))
                let report = try #require(reports.first { $0.id.device == gone.id })
                #expect(report.platform == nil && report.state == .cancelled && report.reason == .noDevice)
            },
            Case("a device not seen for long gets stale, and later is forgotten") { scene in
                for (number, user) in ["a", "b", "c"].enumerated() {
                    var device = scene.newDevice(UserID(user), token: "token-of-\(user)")
                    device.lastSeenAt = scene.day(number)
                    _ = try await scene.register(device)
                }
                try await scene.device("d", state: .disabled)
                func stale(_ day: Int, limit: Int = 9) async throws -> Int {
                    try await scene.store.end(.active, app: scene.app, before: scene.day(day), limit: limit)
                }
                func remove(_ day: Int, at now: Int) async throws -> Int {
                    try await scene.store.end(
                        .stale,
                        app: scene.app,
                        before: scene.day(day),
                        at: scene.day(now),
                        limit: 9
                    )
                }
                #expect(try await stale(0) == 0)
                #expect(try await stale(2, limit: 1) == 1)
                #expect(try await scene.states() == [.stale, .active, .active, .disabled])
                #expect(try await stale(2) == 1)
                // The sweep that found it stale does not forget it, nor does another one of the same day.
                #expect(try await remove(1, at: 2) == 0)
                let found = try await scene.store.agedDevices(
                    .stale,
                    app: scene.app,
                    before: scene.day(9),
                    staleBy: scene.day(9),
                    limit: 9
                )
                #expect(found.map(\.staleAt) == [scene.day(2), scene.day(2)])
                #expect(try await remove(1, at: 3) == 1)
                #expect(try await scene.states() == [nil, .stale, .active, .disabled])
                let back = try await scene.device("b")
                #expect(back.state == .active)
                #expect(try await scene.states() == [nil, .active, .active, .disabled])
            },
        ]
    }
}

extension StoreScene {
    /// An instant some days into the scene's past or future.
    fileprivate func day(_ day: Int) -> Timestamp { now + .seconds(day * 86_400) }

    /// Registers a device that its provider declared dead.
    @discardableResult
    fileprivate func dead(_ user: UserID, day: Int) async throws -> Device {
        var device = newDevice(user, token: "token-of-\(user)", state: .quarantined)
        device.invalidSince = self.day(day)
        return try await register(device).device
    }

    fileprivate func only(_ user: UserID) async throws -> Device {
        try #require(try await store.devices(of: user, app: app).first)
    }

    /// The states of users' only devices, as far as there are such users.
    fileprivate func states(_ users: [UserID] = ["a", "b", "c", "d", "e"]) async throws -> [DeviceState?] {
        var states: [DeviceState?] = []
        for user in users { states.append(try await store.devices(of: user, app: app).first?.state) }
        while users.count > 1, states.last == .some(nil) { states.removeLast() }
        return states
    }
}
