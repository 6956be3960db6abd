import PealCore
import PealCrypto
import PealEngine
import PealSQL
import PealSQLite
import PealStore
import Synchronization
import Testing

@testable import PealTesting

@Suite("The audit log is written from the event log")
struct AuditLogTests {
    /// Two users, one with a device that got a push and opened it.
    private static func scene<Store: PlatformStore>(_ store: Store) async throws -> StoreScene<Store> {
        let scene = StoreScene(store: store)
        try await scene.device("a")
        try await scene.notify(["a", "b"])
        let claimed = try #require(try await store.claim(now: scene.now, limit: 9, epoch: 1).first)
        try await store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
        let act = InboxAct(now: scene.now + .seconds(5), device: claimed.id.device)
        for mark in [InboxMark.received, .opened] {
            _ = try await store.mark(claimed.id.notification, of: "a", app: scene.app, as: mark, by: act)
        }
        return scene
    }

    private static func entries(_ engine: Engine, _ question: AuditLog.Question = AuditLog.Question()) async throws
        -> [String]
    {
        let page = try await engine.audit.entries(of: "reports", question, page: PageRequest(limit: 200))
        return page.items.reversed().map { entry in
            let text = String(decoding: entry.leaf, as: UTF8.self)
            let channel = text.firstMatch(of: /"channel":"([a-zA-Z-]+)"/).map { String($0.1) } ?? "-"
            return "\(entry.action.rawValue) \(channel) \(entry.user?.rawValue ?? "-")"
        }
    }

    private static let expected = [
        "sent in-app a", "sent in-app b", "sent push a", "delivered push a", "opened push a",
    ]

    @Test("R211, R212, R017: what happened to a notification, by channel, with device and app version")
    func entries() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = try await Self.scene(store)
            let engine = AuditWorld.engine(store)
            #expect(try await Self.entries(engine) == Self.expected)
            #expect(try await Self.entries(engine, .init(user: "b")) == ["sent in-app b"])
            #expect(try await Self.entries(engine, .init(user: "nobody")) == [])
            let all = try await store.auditEntries(
                of: scene.app,
                AuditFilter(),
                after: nil,
                limit: 99,
                newestFirst: false
            )
            let sent = String(decoding: all[2].leaf, as: UTF8.self)
            for member in [
                "\"action\":\"sent\"", "\"channel\":\"push\"", "\"category\":\"status\"", "\"deviceType\":\"android\"",
                "\"appVersion\":\"1.0\"", "\"timestamp\":\"\(scene.now.rfc3339)\"",
            ] { #expect(sent.contains(member), "\(member) in \(sent)") }
            #expect(sent.contains("\"tokenRef\":\"") && !sent.contains("token-of-a"))
            #expect(!sent.contains("\"a\""), "users are named by reference")
        }
    }

    @Test("It is written up to where it ended when it was asked for, and stops between pages where it has to")
    func pages() async throws {
        let store = try SQLiteStore.temporary()
        let scene = try await Self.scene(store)
        let log = AuditWorld.engine(store).audit
        try await log.catchUp { false }
        #expect(try await store.auditTree(of: scene.app).size == 0)
        let asked = Mutex(0)
        try await log.catchUp {
            asked.withLock { $0 += 1 }
            return true
        }
        #expect(try await store.auditTree(of: scene.app).size == Self.expected.count)
        // The first makes the cursor, the second reads all there is: none is left to find that there is no more.
        #expect(asked.withLock { $0 } == 2)
    }

    @Test("After a crash at any page the log has each entry once: the cursor moves with the entries")
    func crash() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = try await Self.scene(store)
            for _ in 0..<3 {
                try await scene.notify((0..<300).map { UserID("u\($0)") }) { _ in (.show, .suppress(.noDevice)) }
            }
            // Two readers that know nothing of each other, as before and after a crash, or next to each other.
            let (one, two) = (AuditWorld.engine(store), AuditWorld.engine(store))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for engine in [one, two, one, two] { group.addTask { try await engine.audit.catchUp() } }
                try await group.waitForAll()
            }
            try await one.audit.catchUp()
            let tree = try await store.auditTree(of: scene.app)
            #expect(tree.size == Self.expected.count + 3 * 300 * 2)
            let lines = try await AuditWorld.lines(two, scene.app)
            #expect(AuditWorld.problems(lines, [], []) == [])
        }
    }

    @Test("An erased user is named by nothing in the export, which is verified as before")
    func erased() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = try await Self.scene(store)
            let key = try AuditKey(base64: AuditKey.generate())
            let engine = AuditWorld.engine(store, key: key)
            try await engine.audit.catchUp()
            try await engine.auditing.sign()
            let saved = try #require(try await engine.audit.checkpoints(of: scene.app, limit: 1).first)
            let checkpoint = try #require(SignedCheckpoint(saved.text))
            _ = try await store.eraseUser("a", app: scene.app, now: scene.now)
            #expect(
                try await Self.entries(engine) == Self.expected.map { $0.hasSuffix(" a") ? $0.dropLast() + "-" : $0 }
                    + ["admin - -"]
            )
            let lines = try await AuditWorld.lines(engine, scene.app)
            #expect(AuditWorld.problems(lines, [checkpoint], [key.verification]) == [])
        }
    }

    @Test("A checkpoint leaves the database as a line of the log, once for each size, and fits what is exported")
    func logged() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = try await Self.scene(store)
            let key = try AuditKey(base64: AuditKey.generate())
            let log = CheckpointLog()
            let engine = AuditWorld.engine(store, key: key, logger: log.logger)
            for _ in 0..<2 {
                try await engine.audit.catchUp()
                try await engine.auditing.sign()
            }
            let saved = log.texts.compactMap(SignedCheckpoint.init)
            #expect(log.texts.count == 1 && saved.map(\.checkpoint.size) == [Self.expected.count])
            let lines = try await AuditWorld.lines(engine, scene.app)
            #expect(AuditWorld.problems(lines, saved, [key.verification]) == [])
        }
    }

    @Test("What an operator did is one line with who and what, once, and an entry of each app")
    func acts() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = try await Self.scene(store)
            let log = LineLog()
            let engine = AuditWorld.engine(store, logger: log.logger)
            let queue = QueueKey(app: scene.app, provider: .fcm)
            try await ChangeQueues(store: store).pause([queue], by: "ana", now: scene.now)
            try await ChangeQueues(store: store).pause([queue], now: scene.now)
            let note = AuditNote("clock-accepted", at: scene.now, by: "bob")
            let groups = [AppID("gss"), scene.app].map {
                ChangeGroup(app: $0, [.note(.adminChanged, note, about: nil)])
            }
            _ = try await store.apply(groups)
            for _ in 0..<2 { try await engine.audit.catchUp() }
            let at = scene.now.rfc3339
            #expect(
                log.lines == [
                    "notice an operator changed something: app=\(scene.app) at=\(at) by=ana change=queue-paused queue=fcm",
                    "notice an operator changed something: app=gss,\(scene.app) at=\(at) by=bob change=clock-accepted",
                ]
            )
            let leaves = try await engine.audit.entries(of: "gss", AuditLog.Question(), page: PageRequest(limit: 9))
            #expect(
                leaves.items.map { String(decoding: $0.leaf, as: UTF8.self) }.allSatisfy {
                    $0.contains("\"by\":\"bob\"")
                }
            )
            #expect(leaves.items.count == 1)
        }
    }

    @Test("What was pruned stays verifiable from its checkpoint on, also against checkpoints from later")
    func pruned() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = try await Self.scene(store)
            let key = try AuditKey(base64: AuditKey.generate())
            let engine = AuditWorld.engine(store, key: key)
            try await engine.audit.catchUp()
            try await engine.auditing.sign()
            try await scene.notify((0..<50).map { UserID("u\($0)") })
            try await engine.audit.catchUp()
            try await engine.auditing.sign()
            let saved = try await engine.audit.checkpoints(of: scene.app, limit: 9).compactMap {
                SignedCheckpoint($0.text)
            }
            #expect(saved.map(\.checkpoint.size) == [55, 5])
            let later = Timestamp(seconds: 1_900_000_000)
            // Both checkpoints are old; only what the newest covers goes.
            #expect(try await store.pruneAudit(of: scene.app, before: later, limit: 999) == 55)
            try await scene.notify(["z"])
            let lines = try await AuditWorld.lines(engine, scene.app)
            #expect(AuditWorld.problems(lines, [saved[0]], [key.verification]) == [])
            #expect(AuditWorld.problems(lines, [saved[1]], []).count == 1, "older than what is kept")
        }
    }
}
