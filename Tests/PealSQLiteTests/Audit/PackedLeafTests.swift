import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Audit entries are stored short and read as they were")
struct PackedLeafTests {
    private static let id = NotificationID(UUIDv7(high: 0x01a2_180d_116a_703e, low: 0x8ffc_05a3_9479_4370))
    private static let instant = Timestamp(milliseconds: 1_795_699_840_136)

    private static func entry(_ text: String, user: Int64? = 2276, notification: NotificationID? = id)
        -> StoredAuditEntry
    {
        StoredAuditEntry(
            seq: 4994,
            at: instant,
            action: .sent,
            userRef: user,
            notification: notification,
            leaf: Array(text.utf8)
        )
    }

    private static func stored(_ entry: StoredAuditEntry) -> StoredAuditEntry {
        var packer = LeafPacker(app: "nhs")
        var stored = entry
        stored.leaf = packer.pack(entry)
        return stored
    }

    private static func text(_ stored: StoredAuditEntry) -> [UInt8] { PackedLeaf(entry: stored, app: "nhs").text }

    private static let head =
        #"{"seq":4994,"prev":"87ebf624b686c0e47fc75e3b8536931d","app":"nhs","recordedAt":"2026-11-26T13:30:40.136Z","#
    private static let pushed =
        head
        + #""source":"server","event":"notification.pushed","action":"sent","timestamp":"2026-11-26T13:30:39.336Z","#
        + #""userRef":2276,"notificationId":"ntf_01a2180d116a703e8ffc05a394794370","category":"announcements","#
        + #""channel":"in-app","metadata":{}}"#
    /// As an earlier version wrote it.
    private static let earlier = pushed.replacing("in-app", with: "inApp")
    private static let ended =
        head + #""source":"server","event":"delivery.ended","action":"sent","timestamp":"2026-11-26T13:30:39.336Z","#
        + #""userRef":2276,"notificationId":"ntf_01a2180d116a703e8ffc05a394794370","category":"announcements","#
        + #""channel":"push","metadata":{"deviceId":"dev_01a2180ceefe70019f2b7f0e03531dd7","deviceType":"android","#
        + #""tokenRef":"911827901a2e3c1348518af056e3afbe"}}"#
    private static let claimed =
        head + #""source":"client","event":"action.claimed","action":"sent","timestamp":"2026-11-26T13:30:39.336Z","#
        + #""userRef":2276,"actionPayload":{"a\"b":"\",\"channel\":\"push"},"errorMessage":"é\u0001","metadata":{}}"#

    @Test(
        "An entry takes less, and is restored byte for byte",
        arguments: [
            (pushed, 50), (earlier, 50), (ended, 90), (claimed, 130), ("", 1), ("{}", 3), (head + #""source":""#, 18),
        ]
    )
    func restores(_ text: String, most: Int) {
        let entry = Self.entry(text)
        let stored = Self.stored(entry)
        #expect(Self.text(stored) == entry.leaf)
        #expect(stored.leaf.count <= most)
    }

    /// The bytes are on disk: a phrase that is changed would change entries, and their hashes with them.
    @Test("The stored form never changes")
    func format() {
        let expected =
            "01" + "01" + "87ebf624b686c0e47fc75e3b8536931d" + "02" + "11" + Hexadecimal.text("39.336Z".utf8)
            + "07" + Hexadecimal.text("announcements".utf8) + "0d" + Hexadecimal.text("in-app".utf8) + "12"
        #expect(Hexadecimal.text(Self.stored(Self.entry(Self.pushed)).leaf) == expected)
    }

    @Test("Text that only resembles an entry is restored too", arguments: 0..<40)
    func resembles(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for text in [Self.pushed, Self.ended, Self.claimed] {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.remove(at: index)
                case 1: bytes[index] = UInt8.random(in: 0x20...0xff, using: &random)
                default: bytes.insert(contentsOf: bytes.prefix(index), at: index)
                }
            }
            var entry = Self.entry(
                "",
                user: seed.isMultiple(of: 3) ? nil : 2276,
                notification: seed > 20 ? nil : Self.id
            )
            entry.leaf = bytes
            #expect(Self.text(Self.stored(entry)) == bytes)
        }
    }

    @Test("The store keeps the short form, and a changed action changes the text")
    func inStore() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            var entry = Self.entry(
                Self.ended.replacing("\"seq\":4994", with: "\"seq\":0").replacing("\"nhs\"", with: "\"\(scene.app)\"")
            )
            entry.seq = 0
            var end = AuditTree()
            (end.size, end.at, end.frontier, end.last) = (1, entry.at, [1], [2])
            let append = Change.appendAudit(AuditAppend(from: AuditTree(), to: end, [entry]))
            let results = try await store.apply([ChangeGroup(app: scene.app, [append])])
            try #require(results.map(\.isApplied) == [true])
            let length = try await store.pool.read {
                try Int.fetchOne($0, sql: "SELECT length(entries) FROM audit_page")
            }
            #expect(try #require(length) <= 115)
            #expect(try await Self.read(store, scene.app) == [entry])
            // The first byte says the action; 0 is "sent", 4 "failed".
            try await store.pool.write { db in
                try db.execute(
                    sql: """
                        DROP TRIGGER audit_page_is_final;
                        UPDATE audit_page SET entries = CAST(x'C4' || substr(entries, 2) AS BLOB)
                        """
                )
            }
            let changed = try #require(try await Self.read(store, scene.app).first)
            #expect(changed.leaf != entry.leaf)
        }
    }

    private static func read(_ store: SQLiteStore, _ app: AppID) async throws -> [StoredAuditEntry] {
        try await store.auditEntries(of: app, AuditFilter(), after: nil, limit: 9, newestFirst: false)
    }

    @Test("What an earlier version stored, and what was changed, is returned as it is")
    func unknown() {
        let plain = Self.entry(Self.pushed)
        #expect(Self.text(plain) == plain.leaf)
        var stored = Self.stored(Self.entry(Self.ended))
        let whole = stored.leaf
        for length in 1..<whole.count {
            stored.leaf = Array(whole.prefix(length))
            #expect(Self.text(stored) != Array(Self.ended.utf8))
        }
        stored.leaf = whole
        stored.notification = nil
        #expect(Self.text(stored) == whole)
        stored.leaf = [LeafPhrase.mark, 0x1f]
        #expect(Self.text(stored) == stored.leaf)
    }
}
