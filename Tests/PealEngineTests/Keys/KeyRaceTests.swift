import PealCore
import PealEngine
import PealSQL
import PealSQLite
import PealStore
import PealTesting
import Synchronization
import Testing

@Suite("Keys that change while others are planned")
struct KeyRaceTests {
    /// Lets something else be written between the facts of the first plan and its changes.
    private final class Overtaken: KeyStore, ChangeStore {
        let store: SQLiteStore
        private let interlude: @Sendable (SQLiteStore) async throws -> Void
        private let applications = Mutex(0)

        var count: Int { applications.withLock { $0 } }

        init(_ store: SQLiteStore, _ interlude: @escaping @Sendable (SQLiteStore) async throws -> Void) {
            self.store = store
            self.interlude = interlude
        }

        func secretKeys() async throws -> [SecretKeyRecord] { try await store.secretKeys() }
        func dataKeys() async throws -> [DataKeyRecord] { try await store.dataKeys() }
        func rootKeyFingerprint() async throws -> String? { try await store.rootKeyFingerprint() }
        func noteRootKey(_ fingerprint: String) async throws { try await store.noteRootKey(fingerprint) }

        func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
            try await overtake()
            return try await store.apply(groups)
        }

        func applyTogether(_ groups: [ChangeGroup]) async throws -> Bool {
            try await overtake()
            return try await store.applyTogether(groups)
        }

        private func overtake() async throws {
            let isFirst = applications.withLock { count in
                count += 1
                return count == 1
            }
            if isFirst { try await interlude(store) }
        }
    }

    private static let now = Timestamp(seconds: 1_800_000_000)

    private static func key(_ app: AppID, _ version: Int) -> DataKeyRecord {
        DataKeyRecord(app: app, version: version, wrapped: [UInt8(version)], createdAt: now)
    }

    private static let interludes: [(String, @Sendable (SQLiteStore) async throws -> Void, [AppID])] = [
        ("another version", { _ = try await $0.addIfAbsent(key("gss", 3)) }, ["gss", "gss", "gss", "nhs"]),
        (
            "the first key of another app", { _ = try await $0.addIfAbsent(key("club", 1)) },
            ["club", "gss", "gss", "nhs"]
        ),
        ("a deleted version", { _ = try await $0.deleteDataKey(app: "gss", version: 1) }, ["gss", "nhs"]),
    ]

    @Test("Every key is wrapped again, whatever key comes or goes between reading and writing", arguments: 0..<3)
    func rewrapping(index: Int) async throws {
        let (_, interlude, apps) = Self.interludes[index]
        let base = try SQLiteStore.temporary()
        for key in [Self.key("gss", 1), Self.key("gss", 2), Self.key("nhs", 1)] { _ = try await base.addIfAbsent(key) }
        let store = Overtaken(base, interlude)
        #expect(try await store.rewrapDataKeys(by: "ana", at: Self.now) { $0.wrapped + [9] } == apps.count)
        #expect(store.count == 2, "the first plan is overtaken, the second is written")
        let keys = try await base.dataKeys()
        #expect(keys.map(\.app) == apps)
        #expect(keys.allSatisfy { $0.wrapped == [UInt8($0.version), 9] })
    }

    @Test("A version that another command adds first is the one in force")
    func adding() async throws {
        var theirs = Self.key("gss", 1)
        theirs.wrapped = [7]
        let store = Overtaken(try SQLiteStore.temporary()) { [theirs] in _ = try await $0.addIfAbsent(theirs) }
        #expect(try await store.addIfAbsent(Self.key("gss", 1)) == theirs)
    }

    @Test("A version that another loop deletes first was deleted once")
    func deleting() async throws {
        let base = try SQLiteStore.temporary()
        for version in 1...2 { _ = try await base.addIfAbsent(Self.key("gss", version)) }
        let store = Overtaken(base) { _ = try await $0.deleteDataKey(app: "gss", version: 1) }
        #expect(try await !store.deleteDataKey(app: "gss", version: 1))
        #expect(try await base.dataKeys().map(\.version) == [2])
    }
}
