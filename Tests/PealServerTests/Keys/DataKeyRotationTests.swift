import Foundation
import Logging
import PealCore
import PealCrypto
import PealSQL
import PealSQLite
import PealStore
import PealTesting
import Testing

@testable import PealEngine
@testable import PealServer

@Suite("Rotating a data key")
struct DataKeyRotationTests {
    /// A process on the database: its own connection, keys and services.
    private struct Process: Sendable {
        let world: KeyWorld
        let store: SQLiteStore
        let keyring: Keyring
        let devices: DeviceRegistration
        let refresher: KeyringRefresher

        static func start(_ world: KeyWorld) async throws -> Process {
            let store = try SQLiteStore.open(path: world.data.appending(path: "peal.db").path, mode: .production)
            let keyring = try await world.load()
            let clock = world.clock
            return Process(
                world: world,
                store: store,
                keyring: keyring,
                devices: Engine(
                    ports: EnginePorts(
                        store: store,
                        clock: clock,
                        ids: MonotonicIDs(now: { clock.now }).generator,
                        keyring: keyring,
                        logger: Logger(label: "test")
                    )
                ).devices,
                refresher: try world.refresher(keyring)
            )
        }

        @discardableResult
        func register(_ number: Int) async throws -> RegisteredDevice {
            let phone = NewDevice(
                provider: .fcm,
                token: "CANARY-\(number)",
                platform: .android,
                environment: nil,
                appVersion: nil,
                permission: .granted,
                capabilities: [:],
                locale: nil,
                timeZone: nil
            )
            return try await devices.register(phone, user: UserID("user-\(number)"), app: KeyWorld.app)
        }

        func resealing() -> ResealLoop {
            ResealLoop(
                store: store,
                keyring: keyring,
                rotated: refresher.rotated,
                clock: world.clock,
                metrics: PipelineMetrics(),
                logger: refresher.logger
            )
        }
    }

    /// Both processes register the same tokens at once, while one of them seals anew.
    private static func mix(_ one: Process, _ other: Process, _ numbers: Range<Int>, reseal: Bool) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in [one, other] {
                group.addTask { for number in numbers { try await process.register(number) } }
            }
            if reseal {
                group.addTask {
                    var walks = ResealWalks()
                    for _ in 0..<20 { _ = try await one.resealing().round(&walks) }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func finish(_ process: Process) async throws {
        var walks = ResealWalks()
        for _ in 0..<200 {
            _ = try await process.resealing().round(&walks)
            if try await process.store.dataKeys().count == 1, walks.current == nil { return }
        }
        Issue.record("the old key was not deleted")
    }

    @Test("No device is lost or doubled while two processes register and one seals anew; the old key goes")
    func concurrent() async throws {
        try await KeyWorld.with { world in
            let (one, other) = (try await Process.start(world), try await Process.start(world))
            var ids: [DeviceID] = []
            for number in 0..<60 { ids.append(try await one.register(number).device.id) }
            #expect(try await world.rotateData() == 2)
            var (seenByOne, seenByOther) = (KeyringRefresher.Seen(), KeyringRefresher.Seen())

            try await one.refresher.round(&seenByOne)
            #expect(one.keyring.versions(of: KeyWorld.app) == [1, 2])
            #expect(one.keyring.sealingVersion(of: KeyWorld.app) == 1)
            try await Self.mix(one, other, 20..<70, reseal: true)

            try await other.refresher.round(&seenByOther)
            world.clock.advance(by: DataKeyLife.activation)
            let late = try await Process.start(world)
            #expect(late.keyring.sealingVersion(of: KeyWorld.app) == 2)
            try await one.refresher.round(&seenByOne)
            #expect(one.keyring.sealingVersion(of: KeyWorld.app) == 2)
            #expect(other.keyring.sealingVersion(of: KeyWorld.app) == 1)
            try await Self.mix(one, other, 40..<80, reseal: true)
            #expect(try await world.store.dataKeys().count == 2)

            try await other.refresher.round(&seenByOther)
            try await Self.mix(late, other, 0..<90, reseal: true)
            #expect(try await world.store.dataKeys().map(\.version) == [1, 2])

            world.clock.advance(by: DataKeyLife.drainTime)
            try await Self.finish(one)
            #expect(try await world.store.dataKeys().map(\.version) == [2])

            let fresh = try await world.load()
            #expect(fresh.versions(of: KeyWorld.app) == [2])
            for number in 0..<90 {
                let user = UserID("user-\(number)")
                let found = try await world.store.devices(of: user, app: KeyWorld.app)
                #expect(found.count == 1)
                guard let device = found.first else { continue }
                if number < 60 { #expect(device.id == ids[number]) }
                #expect(Keyring.version(of: device.sealedToken) == 2)
                let plain = try fresh.open(device.sealedToken, app: KeyWorld.app, context: device.id.description)
                #expect(String(decoding: plain, as: UTF8.self) == "CANARY-\(number)")
                #expect(
                    device.tokenHash
                        == (try fresh.tokenHash("CANARY-\(number)", app: KeyWorld.app, provider: .fcm))
                )
                #expect(try await !other.register(number).created)
            }
            for process in [one, other, late] { try process.store.close() }
            #expect(try Self.files(in: world.data).isEmpty == false)
            for (name, bytes) in try Self.files(in: world.data) {
                #expect(bytes.firstRange(of: Data("CANARY-".utf8)) == nil, "\(name)")
            }
        }
    }

    private static func files(in folder: URL) throws -> [(String, Data)] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
            (name, try Data(contentsOf: folder.appending(path: name)))
        }
    }

    @Test("What triggers carry is sealed anew too, and a token that does not open keeps its key")
    func triggersAndUnreadable() async throws {
        try await KeyWorld.with { world in
            let process = try await Process.start(world)
            let scene = StoredTrigger(app: KeyWorld.app, keyring: process.keyring, now: world.clock.now)
            let id = try await scene.accept(in: process.store)
            let device = try await process.register(1).device
            _ = try await world.rotateData()
            world.clock.advance(by: DataKeyLife.activation)
            var seen = KeyringRefresher.Seen()
            try await process.refresher.round(&seen)
            let kept = SealedToken(
                id: device.id,
                user: device.userID,
                provider: .fcm,
                hash: device.tokenHash,
                sealed: [0, 0, 0, 1] + Array(repeating: 7, count: 60)
            )
            let old = SealedToken(
                id: device.id,
                user: device.userID,
                provider: .fcm,
                hash: device.tokenHash,
                sealed: device.sealedToken
            )
            let change = Change.token(.reseal(old, to: kept))
            let results = try await process.store.apply([ChangeGroup(app: KeyWorld.app, [change])])
            #expect(results.map(\.isApplied) == [true])
            world.clock.advance(by: DataKeyLife.drainTime)
            var walks = ResealWalks()
            for _ in 0..<20 { _ = try await process.resealing().round(&walks) }
            #expect(try await process.store.dataKeys().map(\.version) == [1, 2])
            let data = try #require(
                try await process.store.sealedValues(of: .triggers, app: KeyWorld.app, after: nil, limit: 10).values
                    .first
            )
            #expect(data.column == .triggerData(id) && Keyring.version(of: data.sealed) == 2)
            let plain = try process.keyring.open(data.sealed, app: KeyWorld.app, context: id.description)
            #expect(plain == StoredTrigger.data)
            // The user registers again, and nothing needs the key any more.
            _ = try await process.store.revoke(device.id, of: device.userID, app: KeyWorld.app, now: world.clock.now)
            world.clock.advance(by: .seconds(3_600))
            try await Self.finish(process)
            #expect(try await process.store.dataKeys().map(\.version) == [2])
            try process.store.close()
        }
    }

    @Test("A deleted key is remembered for a while, then forgotten")
    func forgotten() async throws {
        try await KeyWorld.with { world in
            let process = try await Process.start(world)
            _ = try await world.rotateData()
            world.clock.advance(by: DataKeyLife.activation + DataKeyLife.drainTime)
            var seen = KeyringRefresher.Seen()
            try await process.refresher.round(&seen)
            try await Self.finish(process)
            try await process.refresher.round(&seen)
            #expect(process.keyring.versions(of: KeyWorld.app) == [1, 2])
            world.clock.advance(by: DataKeyLife.memory)
            try await process.refresher.round(&seen)
            #expect(process.keyring.versions(of: KeyWorld.app) == [2])
            try process.store.close()
        }
    }

    @Test(
        "A running server takes a data key that the next root key wraps",
        arguments: [KeyWorld.KeyLocation.configuration, .file]
    )
    func bothRotated(_ location: KeyWorld.KeyLocation) async throws {
        try await KeyWorld.with(location) { world in
            let process = try await Process.start(world)
            _ = try await world.rotateRoot()
            #expect(try await world.rotateData() == 2)
            var seen = KeyringRefresher.Seen()
            try await process.refresher.round(&seen)
            #expect(process.keyring.versions(of: KeyWorld.app) == [1, 2])
            try process.store.close()
        }
    }

    @Test("An app has four live keys at most, and an unknown app none")
    func bounds() async throws {
        try await KeyWorld.with { world in
            let none = await #expect(throws: ServerError.self) { try await world.rotateData() }
            #expect(none?.message.contains("no data key yet") == true)
            _ = try await world.load()
            for version in 2...4 { #expect(try await world.rotateData() == version) }
            let many = await #expect(throws: ServerError.self) { try await world.rotateData() }
            #expect(many?.message.contains("4 data keys already") == true)
        }
    }
}

/// A trigger that carries sealed data.
private struct StoredTrigger {
    static let data = Array("{\"name\":\"Ann\"}".utf8)

    let app: AppID
    let keyring: Keyring
    let now: Timestamp

    func accept(in store: SQLiteStore) async throws -> TriggerID {
        let clock = now
        let id: TriggerID = MonotonicIDs(now: { clock }).generator.make()
        var trigger = Trigger(
            id: id,
            app: app,
            type: "system",
            audience: .users(["ann"]),
            data: [:],
            dueAt: now,
            acceptedAt: now,
            catalogVersion: 1
        )
        trigger.priority = .normal
        let sealed = try keyring.seal(Self.data, app: app, context: id.description)
        let submission = TriggerSubmission(trigger: trigger, sealedData: sealed, entities: [], claim: nil)
        _ = try await store.accept([submission], answer: nil)
        return id
    }
}
