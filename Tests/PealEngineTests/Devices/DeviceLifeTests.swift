import PealCore
import PealCrypto
import PealEngine
import PealSQL
import Testing

@testable import PealTesting

@Suite("The life of a device")
struct DeviceLifeTests {
    private static func phone(_ token: String, permission: PushPermission = .granted) -> NewDevice {
        NewDevice(
            provider: .fcm,
            token: token,
            platform: .android,
            environment: nil,
            appVersion: "1.0",
            permission: permission,
            capabilities: ["bluetooth": "granted"],
            locale: nil,
            timeZone: nil
        )
    }

    private static func register(_ token: String, of user: UserID = "ann", _ world: UsersWorld) async throws -> Device {
        try await world.devices.register(phone(token), user: user, app: world.app).device
    }

    @Test("An erased user's devices are all gone, and each token starts over (R012)")
    func erased() async throws {
        try await UsersWorld.with { world in
            try await world.user("ann")
            var before: Set<DeviceID> = []
            for number in 1...3 { before.insert(try await Self.register("t-\(number)", world).id) }
            let other = try await Self.register("t-4", of: "bob", world)
            let report = try #require(try await world.store.eraseUser("ann", app: world.app, now: world.clock.now))
            #expect(report.devices == 3)
            #expect(try await world.devices.devices(of: "ann", app: world.app).isEmpty)
            let left = try await world.store.sealedTokens(app: world.app, after: nil, limit: 10)
            #expect(left.map(\.id) == [other.id])
            let again = try await world.devices.register(Self.phone("t-1"), user: "bob", app: world.app)
            #expect(again.created && !before.contains(again.device.id))
        }
    }

    @Test("A logout forgets the token and spares the user's other devices (R005)")
    func logout() async throws {
        try await UsersWorld.with { world in
            let phone = try await Self.register("t-1", world)
            let tablet = try await Self.register("t-2", world)
            #expect(try await !world.devices.revoke(phone.id, of: "bob", app: world.app))
            #expect(try await world.devices.revoke(phone.id, of: "ann", app: world.app))
            #expect(try await !world.devices.revoke(phone.id, of: "ann", app: world.app))
            #expect(try await world.devices.devices(of: "ann", app: world.app) == [tablet])
            let rows = try await world.store.sealedTokens(app: world.app, after: nil, limit: 10)
            let forgotten = try #require(rows.first { $0.id == phone.id })
            #expect(forgotten.hash.isEmpty && forgotten.sealed.isEmpty)
            #expect(try await Self.register("t-1", world).id != phone.id)
        }
    }

    @Test("A device that was quiet for long comes back with its next registration (R011)")
    func stale() async throws {
        try await UsersWorld.with { world in
            let device = try await Self.register("t-1", world)
            world.clock.advance(by: .seconds(91 * 86_400))
            let seen = world.clock.now - .seconds(90 * 86_400)
            #expect(try await world.store.end(.active, app: world.app, before: seen, limit: 10) == 1)
            #expect(try await world.devices.devices(of: "ann", app: world.app).map(\.state) == [.stale])
            let back = try await Self.register("t-1", world)
            #expect(back.id == device.id && back.state == .active)
            #expect(try await world.store.end(.active, app: world.app, before: seen, limit: 10) == 0)
        }
    }

    @Test(
        "A change of permission or capability holds until the next, and a registration brings both (R013, R014, R018)"
    )
    func permission() async throws {
        try await UsersWorld.with { world in
            let device = try await Self.register("t-1", world)
            func change(
                permission: PushPermission? = nil,
                capabilities: [String: String]? = nil,
                enabled: Bool? = nil
            ) async throws -> Device {
                try #require(
                    try await world.devices.change(
                        device.id,
                        of: "ann",
                        app: world.app,
                        permission: permission,
                        capabilities: capabilities,
                        enabled: enabled
                    )
                )
            }
            let denied = try await change(permission: .denied)
            #expect(denied.permission == .denied && denied.state == .active)
            #expect(denied.capabilities == ["bluetooth": "granted"])
            let camera = try await change(capabilities: ["camera": "denied", "bluetooth": "denied"])
            #expect(camera.permission == .denied)
            #expect(camera.capabilities == ["bluetooth": "denied", "camera": "denied"])
            #expect(try await change(enabled: false).state == .disabled)
            // The system's permission is reported again with every registration; the user's switch stays.
            let again = try await Self.register("t-1", world)
            #expect(again.state == .disabled && again.permission == .granted)
            #expect(again.capabilities == ["bluetooth": "granted"])
            #expect(try await change(enabled: true).state == .active)
        }
    }

    @Test("A token known under an older key stays one device, under whichever key it is registered")
    func rotation() async throws {
        try await UsersWorld.with { world in
            let first = try await Self.register("t-1", world)
            let key = DataKey.generate()
            world.keyring.install(key, app: world.app, version: 2)
            let second = try await Self.register("t-1", world)
            #expect(second.id == first.id && second.tokenHash != first.tokenHash)
            let third = try await Self.register("t-1", world)
            #expect(third.id == first.id && third.tokenHash == second.tokenHash)
            let moved = try await Self.register("t-1", of: "bob", world)
            #expect(moved.id != first.id)
            #expect(try await world.devices.devices(of: "ann", app: world.app).isEmpty)
            #expect(Keyring.version(of: moved.sealedToken) == 2)
        }
    }
}
