import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    /// What a device key is kept as.
    private static func hash(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

    static var devices: [Case] {
        [
            Case("a known token is refreshed, and moves when another user registers it") { scene async throws in
                let first = try await scene.register(scene.newDevice("a", token: "t"))
                #expect(first.created)
                var newer = scene.newDevice("a", token: "t")
                newer.appVersion = "2.0"
                let again = try await scene.register(newer)
                #expect(!again.created)
                #expect(again.device.id == first.device.id)
                #expect(try await scene.store.devices(of: "a", app: scene.app) == [again.device])
                #expect(again.device.appVersion == "2.0")
                #expect(again.device.sealedToken == StoreScene<Store>.sealed(newer.tokenHash, for: first.device.id))
                let moved = try await scene.register(scene.newDevice("b", token: "t"))
                #expect(moved.created)
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
                #expect(try await scene.store.devices(of: "b", app: scene.app) == [moved.device])
                let elsewhere = try await scene.register(scene.newDevice("a", token: "t"), app: "match")
                #expect(elsewhere.created)
                #expect(try await scene.store.devices(of: "b", app: scene.app).count == 1)
            },
            Case("the user's own switch outlives a refresh") { scene async throws in
                let device = try await scene.device("a")
                func change(_ enabled: Bool?, permission: PushPermission? = nil) async throws -> Device? {
                    try await scene.store.change(
                        DeviceChange(
                            id: device.id,
                            userID: "a",
                            permission: permission,
                            capabilities: ["camera": "denied"],
                            enabled: enabled,
                            now: scene.now + .seconds(5)
                        ),
                        app: scene.app
                    )
                }
                let off = try #require(try await change(false, permission: .denied))
                #expect(off.state == .disabled)
                #expect(off.permission == .denied)
                #expect(off.capabilities == ["bluetooth": "granted", "camera": "denied"])
                #expect(off.lastSeenAt == scene.now + .seconds(5))
                #expect(try await scene.device("a").state == .disabled)
                #expect(try await change(true)?.state == .active)
                let foreign = DeviceChange(
                    id: device.id,
                    userID: "b",
                    permission: nil,
                    capabilities: nil,
                    enabled: false,
                    now: scene.now
                )
                #expect(try await scene.store.change(foreign, app: scene.app) == nil)
            },
            Case("a device is found by its key, and by no other one") { scene async throws in
                var new = scene.newDevice("a", token: "t")
                new.keyHash = hash(1)
                let device = try await scene.register(new).device
                #expect(device.keyHash == hash(1))
                let found = try await scene.store.keyHolder(device.id, keyHash: hash(1))
                #expect(found == KeyHolder(app: scene.app, device: device))
                #expect(try await scene.store.keyHolder(device.id, keyHash: hash(2)) == nil)
                #expect(try await scene.store.keyHolder(scene.id(), keyHash: hash(1)) == nil)
                let keyless = try await scene.device("b")
                #expect(try await scene.store.keyHolder(keyless.id, keyHash: hash(1)) == nil)
                var elsewhere = scene.newDevice("a", token: "t")
                elsewhere.keyHash = hash(3)
                let other = try await scene.register(elsewhere, app: "match").device
                #expect(try await scene.store.keyHolder(other.id, keyHash: hash(3))?.app == "match")
            },
            Case("a device keeps its key when it registers again, until it asks for another one") {
                scene async throws in
                var new = scene.newDevice("a", token: "t")
                new.keyHash = hash(1)
                let device = try await scene.register(new).device
                new.keyHash = hash(2)
                _ = try await scene.register(new)
                #expect(try await scene.store.keyHolder(device.id, keyHash: hash(1)) != nil)
                let options = RegistrationOptions(renewsKey: true)
                let devices = ChangeDevices(store: scene.store)
                _ = try await devices.register(new, app: scene.app, options: options) { _ in [1] }
                #expect(try await scene.store.keyHolder(device.id, keyHash: hash(1)) == nil)
                #expect(try await scene.store.keyHolder(device.id, keyHash: hash(2))?.device.sealedToken == [1])
                let change = DeviceChange(
                    id: device.id,
                    userID: "a",
                    permission: .denied,
                    capabilities: nil,
                    enabled: nil,
                    now: scene.now
                )
                _ = try await scene.store.change(change, app: scene.app)
                #expect(try await scene.store.keyHolder(device.id, keyHash: hash(2))?.device.permission == .denied)
            },
            Case("a key ends with its device: on logout, when the token moves, when the user is erased") {
                scene async throws in
                for ending in 0..<3 {
                    var new = scene.newDevice("a", token: "t")
                    new.keyHash = hash(1)
                    try await scene.user("a")
                    let device = try await scene.register(new).device
                    #expect(try await scene.store.keyHolder(device.id, keyHash: hash(1)) != nil)
                    switch ending {
                    case 0: _ = try await scene.store.revoke(device.id, of: "a", app: scene.app, now: scene.now)
                    case 1: _ = try await scene.register(scene.newDevice("b", token: "t"))
                    default: _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                    }
                    #expect(try await scene.store.keyHolder(device.id, keyHash: hash(1)) == nil)
                }
            },
            Case("a logout forgets the token") { scene async throws in
                let device = try await scene.device("a")
                #expect(try await !scene.store.revoke(device.id, of: "b", app: scene.app, now: scene.now))
                #expect(try await scene.store.revoke(device.id, of: "a", app: scene.app, now: scene.now))
                #expect(try await !scene.store.revoke(device.id, of: "a", app: scene.app, now: scene.now))
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
                let back = try await scene.register(scene.newDevice("a", token: "token-of-a"))
                #expect(back.created)
                #expect(back.device.id != device.id)
            },
            Case("a token that several register and revoke at once has one owner at most") { scene async throws in
                for round in 1...50 {
                    let token = "t\(round)"
                    let before = try await scene.register(scene.newDevice("a", token: token)).device
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for user in ["a", "b"] as [UserID] {
                            group.addTask { _ = try await scene.register(scene.newDevice(user, token: token)) }
                        }
                        group.addTask {
                            _ = try await scene.store.revoke(before.id, of: "a", app: scene.app, now: scene.now)
                        }
                        try await group.waitForAll()
                    }
                    let all = [
                        try await scene.store.devices(of: "a", app: scene.app),
                        try await scene.store.devices(of: "b", app: scene.app),
                    ].joined().filter { $0.tokenHash == before.tokenHash }
                    #expect(all.count <= 1)
                    for device in all {
                        #expect(device.sealedToken == StoreScene<Store>.sealed(device.tokenHash, for: device.id))
                        #expect(device.id != before.id)
                    }
                    for device in all {
                        _ = try await scene.store.revoke(device.id, of: device.userID, app: scene.app, now: scene.now)
                    }
                }
            },
            Case("one device over the limit revokes the one least recently seen") { scene async throws in
                func register(_ number: Int, seen seconds: Int) async throws -> (device: Device, created: Bool) {
                    var device = scene.newDevice("a", token: "t\(number)")
                    device.lastSeenAt = scene.now + .seconds(seconds)
                    return try await scene.register(device)
                }
                let other = try await scene.device("b")
                let limit = UserLimits.devices
                var known: [Device] = []
                for number in 1...limit { known.append(try await register(number, seen: number).device) }
                #expect(try await !register(1, seen: limit + 1).created)
                #expect(try await scene.store.devices(of: "a", app: scene.app).count == limit)
                let extra = try await register(limit + 1, seen: 0)
                #expect(extra.created)
                let ids = try await scene.store.devices(of: "a", app: scene.app).map(\.id)
                #expect(ids == known.map(\.id).filter { $0 != known[1].id } + [extra.device.id])
                #expect(try await scene.store.devices(of: "b", app: scene.app) == [other])
                #expect(try await register(2, seen: limit + 2).device.id != known[1].id)
            },
            Case("a device whose token cannot be sealed is not registered") { scene async throws in
                let kept = try await scene.device("a", token: "t")
                await #expect(throws: (any Error).self) {
                    _ = try await scene.store.register(scene.newDevice("b", token: "t"), app: scene.app) { _ in
                        throw StoreError(.unavailable, "there is no key")
                    }
                }
                #expect(try await scene.store.devices(of: "a", app: scene.app) == [kept])
                #expect(try await scene.store.devices(of: "b", app: scene.app).isEmpty)
            },
        ]
    }
}
