import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var reachability: [Case] {
        [
            Case("what was found of a user is kept, and changes only from what was read") { scene async throws in
                try await scene.user("a")
                #expect(try await scene.store.reachabilityFacts(of: "a", app: scene.app) == ReachabilityFacts())
                let first = ReachabilityRecord(isReachable: true, since: scene.now)
                let second = ReachabilityRecord(isReachable: false, since: scene.now, lookAt: scene.now)
                #expect(try await scene.keep("a", from: nil, to: first))
                #expect(try await !scene.keep("a", from: nil, to: second))
                #expect(try await scene.keep("a", from: first, to: second))
                #expect(try await scene.store.reachabilityFacts(of: "a", app: scene.app).record == second)
            },
            Case("users are due in the order of their looks, of each app") { scene async throws in
                for (user, seconds) in [("a", 30), ("b", 10), ("c", 20)] as [(UserID, Int64)] {
                    try await scene.user(user)
                    let look = scene.now + .seconds(seconds)
                    #expect(
                        try await scene.keep(
                            user,
                            from: nil,
                            to: .init(isReachable: true, since: scene.now, lookAt: look)
                        )
                    )
                }
                #expect(try await scene.store.dueLooks(now: scene.now, limit: 9).isEmpty)
                #expect(try await scene.store.nextLook(after: scene.now) == scene.now + .seconds(10))
                #expect(
                    try await scene.store.dueLooks(now: scene.now + .seconds(20), limit: 9) == [scene.app: ["b", "c"]]
                )
                #expect(try await scene.store.dueLooks(now: scene.now + .seconds(30), limit: 1) == [scene.app: ["b"]])
                #expect(try await scene.store.nextLook(after: scene.now + .seconds(30)) == nil)
            },
            Case("a device that has confirmed a push is unconfirmed since the next that its service accepts") {
                scene async throws in
                let device = try await scene.device("a")
                #expect(try await scene.signs("a") == [DeviceSigns(device)])
                let first = try await scene.accepted("a")
                #expect(
                    try await scene.signs("a") == [DeviceSigns(device)],
                    "silence of one that never confirms says nothing"
                )
                try await scene.confirm(first)
                #expect(try await scene.signs("a") == [DeviceSigns(device, confirmedAt: scene.now)])
                #expect(try await scene.keep("a", from: nil, to: .init(isReachable: true, since: scene.now)))
                let second = try await scene.accepted("a")
                let silent = DeviceSigns(device, confirmedAt: scene.now, unconfirmedSince: scene.now)
                #expect(try await scene.signs("a") == [silent])
                #expect(try await scene.store.nextLook(after: scene.now) == scene.now + Reachability.silenceLimit)
                try await scene.confirm(second)
                #expect(try await scene.signs("a") == [DeviceSigns(device, confirmedAt: scene.now)])
            },
            Case("another token starts with no silence") { scene async throws in
                var device = try await scene.device("a")
                try await scene.confirm(try await scene.accepted("a"))
                _ = try await scene.accepted("a")
                device.tokenHash = Array("another".utf8)
                _ = try await scene.store.apply([ChangeGroup(app: scene.app, [.device(.replace(device), of: "a")])])
                #expect(try await scene.signs("a") == [DeviceSigns(device, confirmedAt: scene.now)])
            },
            Case("a confirmation leaves an event where its user was not reached, and only there") {
                scene async throws in
                try await scene.device("a")
                let sent = try await scene.accepted("a")
                #expect(try await scene.keep("a", from: nil, to: .init(isReachable: true, since: scene.now)))
                var cursor = try await scene.store.endOfEvents()
                try await scene.confirm(sent)
                #expect(try await scene.events(after: cursor).allSatisfy { $0.kind != .deviceChanged })
                let reached = ReachabilityRecord(isReachable: true, since: scene.now)
                #expect(try await scene.keep("a", from: reached, to: .init(isReachable: false, since: scene.now)))
                cursor = try await scene.store.endOfEvents()
                try await scene.confirm(sent)
                let events = try await scene.events(after: cursor).filter { $0.kind == .deviceChanged }
                #expect(events.map(\.user) == ["a"])
            },
            Case("the user's own switch of pushes is among what is known") { scene async throws in
                try await scene.user("a")
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.global["push"] = .init(false, at: scene.now)
                }
                #expect(try await scene.store.reachabilityFacts(of: "a", app: scene.app).pushSwitch == false)
            },
            Case("devices are counted by app, push service and state; revoked ones are not") { scene async throws in
                try await scene.device("a", token: "one")
                try await scene.device("a", token: "two")
                try await scene.device("b", token: "three", state: .quarantined)
                let gone = try await scene.device("b", token: "four")
                _ = try await scene.store.apply([
                    ChangeGroup(app: scene.app, [.device(.revoke(gone.id, at: scene.now), of: "b")])
                ])
                #expect(
                    try await scene.store.deviceCounts() == [
                        DeviceCount(app: scene.app, provider: .fcm, state: .active, count: 2),
                        DeviceCount(app: scene.app, provider: .fcm, state: .quarantined, count: 1),
                    ]
                )
            },
        ]
    }
}

extension StoreScene {
    /// Keeps what was found of a user; whether it was as expected.
    fileprivate func keep(_ user: UserID, from: ReachabilityRecord?, to: ReachabilityRecord) async throws -> Bool {
        let change = Change.reachability(ReachabilityChange(of: user, from: from, to: to))
        return try await store.apply([ChangeGroup(app: app, [change])]).allSatisfy(\.isApplied)
    }

    fileprivate func signs(_ user: UserID) async throws -> [DeviceSigns] {
        try await store.reachabilityFacts(of: user, app: app).devices
    }

    /// A push that the push service accepted for a user's only device.
    fileprivate func accepted(_ user: UserID) async throws -> DeliveryID {
        try await self.user(user)
        try await notify([user])
        let claimed = try #require(try await store.claim(now: now, limit: 1, epoch: 1).first)
        try await store.record([result(claimed, .end(.accepted, nil), epoch: 1)])
        return claimed.id
    }

    fileprivate func confirm(_ delivery: DeliveryID) async throws {
        _ = try await store.apply([ChangeGroup(app: app, [.delivery(.confirm(delivery, at: now))])])
    }
}
