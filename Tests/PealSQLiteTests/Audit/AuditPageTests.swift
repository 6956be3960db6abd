import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Audit entries stand in pages")
struct AuditPageTests {
    @Test(
        "Whatever is asked for is found as if each entry had a row, while the log grows and loses its beginning",
        arguments: 0..<5
    )
    func finds(_ seed: UInt64) async throws {
        try await withStore { store in
            var random = SplitMix64(seed: seed)
            var model = Model(scene: StoreScene(store: store))
            var compared = 0
            for _ in 0..<10 {
                let count = [1, 3, 100, 255, 256, 257, 700].randomElement(using: &random) ?? 1
                try await model.append(count, &random)
                if Int.random(in: 0..<3, using: &random) == 0 { try await model.prune(&random) }
                for _ in 0..<12 { compared += try await model.compare(&random) }
            }
            #expect(compared > 500)
            let sizes = try await store.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT size FROM audit_page ORDER BY position")
            }
            let first = try await store.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT position & 0xFFFFFFFFFF FROM audit_page ORDER BY position")
            }
            let closed = try await store.pool.read { db in
                try Int.fetchAll(db, sql: "SELECT position & 0xFFFFFFFFFF FROM audit_page_keys ORDER BY position")
            }
            #expect(sizes.allSatisfy { (1...256).contains($0) })
            #expect(closed == first.dropLast())
        }
    }

    /// A log, and the same as a list.
    private struct Model {
        let scene: StoreScene<SQLiteStore>
        var entries: [StoredAuditEntry] = []
        var first = 0
        var checkpoints: [Int] = []

        mutating func append(_ count: Int, _ random: inout SplitMix64) async throws {
            let known = try await scene.store.auditTree(of: scene.app)
            var at = max(known.at, scene.now)
            var added: [StoredAuditEntry] = []
            for seq in known.size..<(known.size + count) {
                if Int.random(in: 0..<9, using: &random) == 0 {
                    at = at + .milliseconds(Int.random(in: 1...70_000, using: &random))
                }
                added.append(
                    StoredAuditEntry(
                        seq: seq,
                        at: at,
                        action: Int.random(in: 0..<300, using: &random) == 0
                            ? .admin : [.sent, .delivered, .failed].randomElement(using: &random) ?? .gap,
                        userRef: Bool.random(using: &random) ? Int64.random(in: 1...400, using: &random) : nil,
                        notification: Bool.random(using: &random)
                            ? entries.randomElement(using: &random)?.notification ?? scene.id() : nil,
                        leaf: Array("{\"seq\":\(seq),\"app\":\"\(scene.app)\"}".utf8)
                    )
                )
            }
            var end = known
            (end.size, end.at) = (known.size + count, at)
            (end.frontier, end.last) = ([1], [UInt8(truncatingIfNeeded: end.size)])
            let append = Change.appendAudit(AuditAppend(from: known, to: end, added))
            let results = try await scene.store.apply([ChangeGroup(app: scene.app, [append])])
            try #require(results.map(\.isApplied) == [true])
            entries += added
        }

        mutating func prune(_ random: inout SplitMix64) async throws {
            let size = entries.count
            guard first < size else { return }
            if try await scene.addCheckpoint(size) { checkpoints.append(size) }
            let instant = entries[Int.random(in: first..<size, using: &random)].at + .milliseconds(1)
            var pruned = 0
            while true {
                let count = try await scene.store.pruneAudit(of: scene.app, before: instant, limit: 90)
                pruned += count
                if count == 0 { break }
            }
            let start = try await scene.store.auditTree(of: scene.app).first
            let old = entries.firstIndex { $0.at >= instant } ?? size
            #expect(pruned == start - first && start == max(first, checkpoints.last { $0 <= old } ?? 0))
            first = start
        }

        /// Asks for something; how many entries were found.
        func compare(_ random: inout SplitMix64) async throws -> Int {
            var filter = AuditFilter()
            if Bool.random(using: &random) { filter.user = Int64.random(in: 1...402, using: &random) }
            if Int.random(in: 0..<3, using: &random) == 0 {
                filter.notification = entries.randomElement(using: &random)?.notification
            }
            if Bool.random(using: &random) { filter.action = [.sent, .admin, .opened].randomElement(using: &random) }
            if Bool.random(using: &random) { filter.from = entries.randomElement(using: &random)?.at }
            if Bool.random(using: &random) { filter.to = entries.randomElement(using: &random)?.at }
            let after = Bool.random(using: &random) ? Int.random(in: 0..<entries.count, using: &random) : nil
            let newestFirst = Bool.random(using: &random)
            let limit = Int.random(in: 1...600, using: &random)
            let expected = entries.dropFirst(first).filter { entry in
                (filter.user == nil || filter.user == entry.userRef)
                    && (filter.notification == nil || filter.notification == entry.notification)
                    && (filter.action == nil || filter.action == entry.action)
                    && (filter.from.map { entry.at >= $0 } ?? true) && (filter.to.map { entry.at < $0 } ?? true)
                    && (after.map { newestFirst ? entry.seq < $0 : entry.seq > $0 } ?? true)
            }
            let found = try await scene.store.auditEntries(
                of: scene.app,
                filter,
                after: after,
                limit: limit,
                newestFirst: newestFirst
            )
            #expect(found == Array((newestFirst ? Array(expected.reversed()) : Array(expected)).prefix(limit)))
            return found.count
        }
    }

    @Test("Keys name a page for everything in it, and few others")
    func keys() {
        let ids = SequentialIDs().generator
        let entries = (0..<256).map { index in
            StoredAuditEntry(
                seq: index,
                at: Timestamp(seconds: 1),
                action: .sent,
                userRef: Int64(index * 7 + 1),
                notification: ids.make(),
                leaf: []
            )
        }
        let keys = AuditPageKeys(of: entries)
        #expect(keys.filter.count == 640)
        func mayHave(_ change: (inout AuditFilter) -> Void) -> Bool {
            var filter = AuditFilter()
            change(&filter)
            return keys.mayHave(filter)
        }
        for entry in entries {
            #expect(mayHave { $0.user = entry.userRef } && mayHave { $0.notification = entry.notification })
        }
        #expect(mayHave { $0.action = .sent } && !mayHave { $0.action = .gap })
        let strangers = (1...10_000).filter { number in mayHave { $0.user = Int64(100_000 + number) } }
        #expect(strangers.count < 250, "\(strangers.count) of 10,000")
    }

    /// The bytes are on disk.
    @Test("The stored form never changes")
    func format() throws {
        var page = AuditPageBytes(app: "nhs", after: Timestamp(milliseconds: 1000))
        let id = NotificationID(UUIDv7(high: 0x01a2_180d_116a_703e, low: 0x8ffc_05a3_9479_4370))
        for (index, action) in AuditAction.allCases.enumerated() {
            let isPlain = index > 0
            try page.append(
                StoredAuditEntry(
                    seq: index,
                    at: Timestamp(milliseconds: 1300 + Int64(index)),
                    action: action,
                    userRef: isPlain ? nil : 300,
                    notification: isPlain ? nil : id,
                    leaf: Array("{}".utf8)
                )
            )
        }
        let first = "c0" + "ac02" + "ac02" + "01a2180d116a703e8ffc05a394794370" + "03" + "017b7d"
        let others = (1..<10).map { "0\($0)" + "01" + "03" + "017b7d" }.joined()
        #expect(Hexadecimal.text(page.bytes) == first + others)
        let instant = Timestamp(seconds: 1)
        let keys = AuditPageKeys(of: [
            StoredAuditEntry(seq: 0, at: instant, action: .sent, userRef: 300, notification: id, leaf: []),
            StoredAuditEntry(seq: 1, at: instant, action: .admin, userRef: nil, notification: nil, leaf: []),
        ])
        #expect(Hexadecimal.text(keys.filter) == "7f428c" && keys.actions == 0x81)
    }

    @Test(
        "A page that was torn or taken away is refused by name, and the log goes on",
        arguments: [
            "UPDATE audit_page SET entries = substr(entries, 1, length(entries) - 1)",
            "DELETE FROM audit_page WHERE position = (1 << 40) + 250",
        ]
    )
    func torn(_ damage: String) async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            for _ in 0..<3 { try await scene.appendAudit(250) }
            try await store.pool.write { db in
                try db.execute(sql: "DROP TRIGGER audit_page_is_final; DROP TRIGGER audit_page_stays; \(damage)")
            }
            func read() async throws -> [StoredAuditEntry] {
                try await store.auditEntries(of: scene.app, AuditFilter(), after: 248, limit: 9, newestFirst: false)
            }
            let error = await #expect(throws: StoreError.self) { try await read() }
            #expect(error?.code == .corrupt && "\(error as Any)".contains("audit log"))
            // The next page begins although the last one cannot be read.
            try await scene.appendAudit(250)
            #expect(try await store.auditTree(of: scene.app).size == 1000)
        }
    }

    @Test("An entry from before the one in front of it is refused")
    func order() async throws {
        var page = AuditPageBytes(app: "nhs", after: Timestamp(seconds: 9))
        #expect(throws: StoreError.self) {
            try page.append(
                StoredAuditEntry(
                    seq: 0,
                    at: Timestamp(seconds: 8),
                    action: .sent,
                    userRef: nil,
                    notification: nil,
                    leaf: []
                )
            )
        }
    }
}
