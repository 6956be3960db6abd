import PealCore
import PealCrypto
import PealEngine
import Testing

@Suite("Registering devices")
struct DeviceRegistrationTests {
    private static func phone(_ token: String, version: String = "1.0") -> NewDevice {
        NewDevice(
            provider: .fcm,
            token: token,
            platform: .android,
            environment: nil,
            appVersion: version,
            permission: .granted,
            capabilities: ["bluetooth": "granted"],
            locale: "de-DE",
            timeZone: "Europe/Berlin"
        )
    }

    private static func open(_ device: Device, _ world: UsersWorld, as id: DeviceID? = nil) throws -> String {
        let context = (id ?? device.id).description
        let plain = try world.keyring.open(device.sealedToken, app: world.app, context: context)
        return String(decoding: plain, as: UTF8.self)
    }

    @Test("The same token again refreshes its device (R001)")
    func idempotent() async throws {
        try await UsersWorld.with { world in
            let first = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app)
            world.clock.advance(by: .seconds(60))
            let again = try await world.devices.register(Self.phone("t-1", version: "2.0"), user: "ann", app: world.app)
            #expect(first.created && !again.created)
            #expect(again.device.id == first.device.id)
            #expect(again.device.appVersion == "2.0")
            #expect(again.device.createdAt == first.device.createdAt)
            #expect(again.device.lastSeenAt == world.clock.now)
            #expect(try await world.devices.devices(of: "ann", app: world.app) == [again.device])
            #expect(try Self.open(again.device, world) == "t-1")
        }
    }

    @Test("A token that the system rotated is another address; the old one stays until it is gone (R004)")
    func rotated() async throws {
        try await UsersWorld.with { world in
            let old = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app).device
            let new = try await world.devices.register(Self.phone("t-2"), user: "ann", app: world.app)
            #expect(new.created)
            #expect(try await world.devices.devices(of: "ann", app: world.app).map(\.id) == [old.id, new.device.id])
            #expect(try await world.devices.revoke(old.id, of: "ann", app: world.app))
            #expect(try await world.devices.devices(of: "ann", app: world.app).map(\.id) == [new.device.id])
        }
    }

    @Test("A token that another user signs in with moves to them, and is sealed again")
    func moved() async throws {
        try await UsersWorld.with { world in
            let before = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app).device
            let after = try await world.devices.register(Self.phone("t-1"), user: "bob", app: world.app)
            #expect(after.created)
            #expect(after.device.id != before.id)
            #expect(try await world.devices.devices(of: "ann", app: world.app).isEmpty)
            #expect(try await world.devices.devices(of: "bob", app: world.app) == [after.device])
            #expect(try Self.open(after.device, world) == "t-1")
            #expect(throws: CryptoError.self) { try Self.open(after.device, world, as: before.id) }
            let back = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app)
            #expect(back.created)
            #expect(try await world.devices.devices(of: "bob", app: world.app).isEmpty)
        }
    }

    @Test("A token is stored sealed for its device and found by a keyed hash (R006)")
    func sealed() async throws {
        try await UsersWorld.with { world in
            let token = "a-token-that-must-not-be-readable"
            let one = try await world.devices.register(Self.phone(token), user: "ann", app: world.app).device
            let other = try await world.devices.register(Self.phone("t-2"), user: "ann", app: world.app).device
            let stored = try #require(try await world.devices.devices(of: "ann", app: world.app).first)
            #expect(try Self.open(stored, world) == token)
            #expect(!String(decoding: stored.sealedToken, as: UTF8.self).contains("readable"))
            #expect(!stored.tokenHash.isEmpty && stored.tokenHash != Array(token.utf8))
            #expect(throws: CryptoError.self) { try Self.open(one, world, as: other.id) }
        }
    }

    @Test("After the key was rotated a known token is still known, and sealed under the new key")
    func rotatedKey() async throws {
        try await UsersWorld.with { world in
            let before = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app).device
            world.keyring.install(.generate(), app: world.app, version: 2)
            #expect(try Self.open(before, world) == "t-1")
            let after = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app)
            #expect(!after.created)
            #expect(after.device.id == before.id)
            #expect(
                before.sealedToken.prefix(4) == [0, 0, 0, 1] && after.device.sealedToken.prefix(4) == [0, 0, 0, 2]
            )
            #expect(try Self.open(after.device, world) == "t-1")
        }
    }

    @Test("Registrations of one token at once end as one device that opens")
    func atOnce() async throws {
        try await UsersWorld.with { world in
            let devices = try await withThrowingTaskGroup(of: DeviceID.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app).device.id
                    }
                }
                return try await group.reduce(into: Set<DeviceID>()) { $0.insert($1) }
            }
            #expect(devices.count == 1)
            let stored = try await world.devices.devices(of: "ann", app: world.app)
            #expect(stored.count == 1)
            #expect(try Self.open(try #require(stored.first), world) == "t-1")
        }
    }

    @Test("A token that two users register at once ends with one of them, and opens there")
    func twoAtOnce() async throws {
        try await UsersWorld.with { world in
            for round in 1...50 {
                let phone = Self.phone("t-\(round)")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for user in ["ann", "bob", "ann", "bob"] as [UserID] {
                        group.addTask { _ = try await world.devices.register(phone, user: user, app: world.app) }
                    }
                    try await group.waitForAll()
                }
                let all = try await Self.owned(by: ["ann", "bob"], world)
                #expect(all.count == 1)
                let device = try #require(all.first)
                #expect(try Self.open(device, world) == phone.token)
                #expect(try await world.devices.revoke(device.id, of: device.userID, app: world.app))
            }
        }
    }

    @Test("A registration that meets a logout either goes with it or stands under a new identifier")
    func registeredWhileRevoked() async throws {
        try await UsersWorld.with { world in
            for round in 1...50 {
                let phone = Self.phone("t-\(round)")
                let before = try await world.devices.register(phone, user: "ann", app: world.app).device
                let again = try await withThrowingTaskGroup(of: Device?.self) { group in
                    group.addTask { try await world.devices.register(phone, user: "ann", app: world.app).device }
                    group.addTask {
                        _ = try await world.devices.revoke(before.id, of: "ann", app: world.app)
                        return nil
                    }
                    return try await group.reduce(nil) { $0 ?? $1 }
                }
                let registered = try #require(again)
                let stored = try await Self.owned(by: ["ann"], world)
                #expect(stored == (registered.id == before.id ? [] : [registered]))
                for device in stored {
                    #expect(try Self.open(device, world) == phone.token)
                    #expect(try await world.devices.revoke(device.id, of: "ann", app: world.app))
                }
            }
        }
    }

    @Test("One device more than a user can have revokes the one least recently seen (R001)")
    func overTheLimit() async throws {
        try await UsersWorld.with { world in
            var ids: [DeviceID] = []
            for number in 1...51 {
                world.clock.advance(by: .seconds(1))
                let phone = Self.phone("t-\(number)")
                ids.append(try await world.devices.register(phone, user: "ann", app: world.app).device.id)
            }
            #expect(try await world.devices.devices(of: "ann", app: world.app).map(\.id) == Array(ids.dropFirst()))
        }
    }

    private static func owned(by users: [UserID], _ world: UsersWorld) async throws -> [Device] {
        var all: [Device] = []
        for user in users { all += try await world.devices.devices(of: user, app: world.app) }
        return all
    }

    @Test("A token that cannot be one of its provider is refused, and nothing is stored (R007)")
    func badToken() async throws {
        try await UsersWorld.with { world in
            await #expect(throws: TokenProblem.self) {
                try await world.devices.register(Self.phone("bad"), user: "ann", app: world.app)
            }
            let stored = try await world.devices.devices(of: "ann", app: world.app)
            #expect(stored.isEmpty)
        }
    }

    @Test("A change is the user's own: permission, capabilities and their switch (R013, R014)")
    func changed() async throws {
        try await UsersWorld.with { world in
            let device = try await world.devices.register(Self.phone("t-1"), user: "ann", app: world.app).device
            func change(_ user: UserID, enabled: Bool) async throws -> Device? {
                try await world.devices.change(
                    device.id,
                    of: user,
                    app: world.app,
                    permission: .denied,
                    capabilities: ["camera": "denied"],
                    enabled: enabled
                )
            }
            #expect(try await change("bob", enabled: false) == nil)
            let off = try #require(try await change("ann", enabled: false))
            #expect(off.state == .disabled && off.permission == .denied)
            #expect(off.capabilities == ["bluetooth": "granted", "camera": "denied"])
            #expect(try await change("ann", enabled: true)?.state == .active)
            #expect(try await world.devices.revoke(device.id, of: "ann", app: world.app))
            #expect(try await change("ann", enabled: true) == nil)
        }
    }
}
