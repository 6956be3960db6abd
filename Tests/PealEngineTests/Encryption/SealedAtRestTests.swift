import Foundation
import PealCore
import PealCrypto
import PealProviderKit
import PealSQL
import PealSQLite
import PealTesting
import Synchronization
import Testing

@testable import PealEngine

@Suite("What is at rest")
struct SealedAtRestTests {
    private static let app: AppID = "shop"

    /// Two users with names, attributes and devices; one notification for both and one for Ann alone.
    private static func fill(_ world: PipelineWorld) async throws {
        try await addKey(1, world)
        let details = UserDetails(name: "CANARY-NAME", attributes: ["note": .string("CANARY-ATTRIBUTE")])
        for name in ["ann", "ben"] {
            try await world.addUserWithDevice(name, token: "CANARY-TOKEN-\(name)")
            _ = try await world.engine.users.put(UserID(name), details, app: app)
        }
        var both = PipelineWorld.draft("t2", item: "CANARY-SHARED")
        both.audience = .users(["ann", "ben"])
        for draft in [PipelineWorld.draft("t1", item: "CANARY-OWN"), both] {
            guard case .success = try await world.intake.submit([draft], app: app)[0] else {
                Issue.record("a draft was refused")
                return
            }
        }
    }

    /// Notes a data key; the keyring has the key itself.
    private static func addKey(_ version: Int, _ world: PipelineWorld) async throws {
        let wrapped = [UInt8(version)]
        let key = DataKeyRecord(app: app, version: version, wrapped: wrapped, createdAt: PipelineWorld.start)
        _ = try await world.store.addIfAbsent(key)
    }

    private static func bodies(_ user: UserID, _ world: PipelineWorld) async throws -> [String] {
        let page = try await world.engine.inbox.list(
            of: user,
            app: app,
            filter: InboxFilter(),
            page: PageRequest(limit: 9),
            grouped: false
        )
        return page.items.map(\.content.text.body).sorted()
    }

    private static func expectReadable(_ world: PipelineWorld) async throws {
        let (own, shared) = ("CANARY-OWN is on its way", "CANARY-SHARED is on its way")
        #expect(try await bodies("ann", world) == [own, shared])
        #expect(try await bodies("ben", world) == [shared])
        let ann = try #require(try await world.engine.export.head(of: "ann", app: app))
        #expect(ann.user.name == "CANARY-NAME")
        #expect(ann.user.attributes == ["note": .string("CANARY-ATTRIBUTE")])
    }

    @Test(
        "A text is found in clear, in hexadecimal digits and in base64, wherever it begins",
        arguments: ["", "x", "xy", "xyz"]
    )
    func disguises(before: String) {
        let text = Data("\(before)CANARY after".utf8)
        let hex = text.map { "\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
        let base64 = text.base64EncodedString()
        for form in [String(decoding: text, as: UTF8.self), hex, hex.uppercased(), base64] {
            #expect(Disguises(of: "CANARY").found(in: Data("… \(form) …".utf8)) != nil, "\(form)")
        }
        #expect(Disguises(of: "CANARY").found(in: Data(text.map { $0 ^ 1 })) == nil)
    }

    @Test("Both alphabets of base64 are searched")
    func alphabets() {
        let text = "CANARY\u{3FF}\u{FFF}ÿÿÿ"
        let standard = Data(text.utf8).base64EncodedString()
        let url = standard.replacing("+", with: "-").replacing("/", with: "_")
        #expect(standard != url)
        for form in [standard, url] { #expect(Disguises(of: text).found(in: Data(form.utf8)) != nil) }
    }

    @Test("No name, attribute, text or token is readable in any file of the data directory, nor in a backup")
    func files() async throws {
        try await PipelineWorld.with { world in
            try await Self.fill(world)
            try await world.running { try await world.drain() }
            #expect(Set(world.provider.sent.map(\.body)).count == 2)
            try await Self.expectReadable(world)
            let database = world.folder.appending(path: "peal.db").path
            _ = try DatabaseBackup.write(from: database, to: world.folder.appending(path: "backup.db").path)
            let names = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
            #expect(Set(["peal.db", "peal.db-wal", "backup.db"]).isSubset(of: names))
            let canaries = Disguises(of: "CANARY")
            var files = 0
            for name in names {
                let bytes = try Data(contentsOf: world.folder.appending(path: name))
                #expect(canaries.found(in: bytes) == nil, "\(name)")
                // Identifiers are in clear, and show that the search finds what is there.
                if bytes.range(of: Data("ann".utf8)) != nil { files += 1 }
            }
            #expect(files >= 2)
        }
    }

    @Test("After an erasure no file and no backup has anything of the user, also while pushes of theirs are in flight")
    func erased() async throws {
        let canaries = ["henrietta", "CANARY-NAME", "CANARY-ATTRIBUTE", "CANARY-TOKEN", "CANARY-OWN"]
        try await PipelineWorld.with { world in
            try await Self.addKey(1, world)
            let details = UserDetails(name: "CANARY-NAME", attributes: ["note": .string("CANARY-ATTRIBUTE")])
            try await world.addUserWithDevice("henrietta", token: "CANARY-TOKEN")
            try await world.addUserWithDevice("ben", token: "of-ben")
            _ = try await world.engine.users.put("henrietta", details, app: Self.app)
            try await world.running {
                for number in 0..<20 {
                    var draft = PipelineWorld.draft("t\(number)", item: "CANARY-OWN")
                    draft.audience = .users(number % 2 == 0 ? ["henrietta"] : ["ben", "henrietta"])
                    _ = try await world.intake.submit([draft], app: Self.app)
                }
                _ = try #require(try await world.engine.users.erase("henrietta", app: Self.app))
                try await world.drain()
            }
            #expect(world.provider.sent.count > 1)
            #expect(try await world.engine.export.head(of: "henrietta", app: Self.app) == nil)
            #expect(try await world.store.finishErasing())
            let database = world.folder.appending(path: "peal.db").path
            _ = try DatabaseBackup.write(from: database, to: world.folder.appending(path: "backup.db").path)
            let names = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
            #expect(Set(["peal.db", "peal.db-wal", "peal.db-shm", "backup.db"]).isSubset(of: names))
            for name in names {
                let bytes = try Data(contentsOf: world.folder.appending(path: name))
                for canary in canaries {
                    #expect(Disguises(of: canary).found(in: bytes) == nil, "\(canary) is in \(name)")
                }
            }
        }
    }

    @Test("After a rotation everything is under the new key: without the old one the inbox is read and a push is sent")
    func rotation() async throws {
        let isDown = Mutex(true)
        try await PipelineWorld.with(answer: { _ in
            isDown.withLock { $0 } ? .unavailable(reason: "down", retryAfter: nil) : .accepted(receipt: nil)
        }) { world in
            try await Self.fill(world)
            try await world.running { try await world.drain() }
            try await Self.addKey(2, world)
            world.keyring.install(.generate(), app: Self.app, version: 2)
            world.clock.advance(by: .milliseconds(500))
            let loop = ResealLoop(
                store: world.store,
                keyring: world.keyring,
                rotated: WakeUp(),
                clock: VirtualClock(at: PipelineWorld.start + DataKeyLife.activation + DataKeyLife.drainTime),
                metrics: world.metrics,
                logger: world.engine.ports.logger
            )
            var walks = ResealWalks()
            for _ in 0..<60 where try await world.store.dataKeys().count > 1 { _ = try await loop.round(&walks) }
            #expect(try await world.store.dataKeys().map(\.version) == [2])
            world.keyring.forget(version: 1, app: Self.app)
            #expect(world.keyring.versions(of: Self.app) == [2])
            try await Self.expectReadable(world)
            isDown.withLock { $0 = false }
            let before = world.provider.sent.count
            try await world.running { try await world.advance(to: world.clock.now + .seconds(5)) }
            let bodies = world.provider.sent.dropFirst(before).map(\.body).sorted()
            let shared = "CANARY-SHARED is on its way"
            #expect(bodies == ["CANARY-OWN is on its way", shared, shared])
        }
    }
}
