import GRDB
import PealCore
import Testing

@testable import PealSQLite
@testable import PealTesting

@Suite("What the schema promises")
struct SchemaTests {
    /// Tables whose key begins with something else than the app, and why.
    private static let withoutApp: Set<String> = [
        // What the store knows of itself, and of apps.
        "meta", "app", "clock", "device_sweep",
        // In the order of commits, over all apps.
        "event_log", "event_mark", "event_reader",
        // In the order in which the log was read, over all apps.
        "analytics_event",
        // The number begins with the key of the app.
        "audit_page", "audit_page_keys",
        // The key itself; its names are unique by app and user.
        "user_key",
    ]
    /// Tables of users, whose key goes on with the user; the user's own has an `id`.
    private static let ofUsers: Set<String> = [
        "user", "preference", "mute", "badge", "named_user", "channel_address", "reachability",
    ]

    @Test("Every table is strict, its key begins with the app, users' tables with app and user")
    func tables() async throws {
        let tables = try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT l.name, l.strict,
                        (SELECT group_concat(name) FROM (
                            SELECT name FROM pragma_table_info(l.name) WHERE pk > 0 ORDER BY pk))
                    FROM pragma_table_list l
                    WHERE l.schema = 'main' AND l.name NOT LIKE 'sqlite_%' AND l.name NOT LIKE 'grdb_%'
                    """
            ).map { row in
                Table(name: row[0], isStrict: row[1], key: (row[2] as String).split(separator: ",").map(String.init))
            }
        }
        #expect(tables.count > 30)
        #expect(Self.withoutApp.union(Self.ofUsers).isSubset(of: tables.map(\.name)))
        for table in tables {
            #expect(table.isStrict, "\(table.name)")
            guard !Self.withoutApp.contains(table.name) else { continue }
            let user = table.name == "user" ? "id" : "user_id"
            let start = Self.ofUsers.contains(table.name) ? ["app", user] : ["app"]
            #expect(table.key.starts(with: start), "\(table.name): \(table.key)")
        }
    }

    @Test("A table names an app by its key, and by nothing else")
    func appKeys() async throws {
        let types = try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT l.name, c.type FROM pragma_table_list l, pragma_table_info(l.name) c
                    WHERE l.schema = 'main' AND c.name = 'app'
                    """
            ).map { (table: $0[0] as String, type: $0[1] as String) }
        }
        #expect(types.count > 30)
        for found in types { #expect(found.type == "INTEGER", "\(found.table)") }
    }

    @Test("Foreign keys are enforced, and each is found by an index")
    func foreignKeys() async throws {
        try await withStore { store in
            try await store.pool.writeWithoutTransaction { db in
                let isOn = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys")
                #expect(isOn == true)
            }
        }
        // Without an index, deleting a row reads all rows that could belong to it.
        let unindexed = try await read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT l.name || ' of ' || k."table" FROM pragma_table_list l, pragma_foreign_key_list(l.name) k
                    WHERE l.schema = 'main' AND NOT EXISTS (
                        SELECT 1 FROM pragma_index_list(l.name) i, pragma_index_info(i.name) c
                        WHERE c.seqno = k.seq AND c.name = k."from" AND i.partial = 0)
                    """
            )
        }
        #expect(unindexed == [])
    }

    @Test("A word that a column may hold is one that the code knows", arguments: wordLists)
    func words(_ column: String, _ words: Set<String>) async throws {
        let parts = column.split(separator: ".").map(String.init)
        let sql = try await read { db in
            try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [parts[0]])
        }
        let text = try #require(sql)
        let list = try #require(text.firstRange(of: "CHECK (\(parts[1]) = '"), "\(column) has no list of words")
        let check = text[list.lowerBound...].prefix { $0 != ")" }
        let checked = check.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        #expect(Set(checked) == words)
    }

    private static let wordLists: [(String, Set<String>)] = [
        ("delivery.state", all(DeliveryState.self)), ("channel_delivery.state", all(DeliveryState.self)),
        ("device.state", all(DeviceState.self)),
        ("device.permission", all(PushPermission.self)), ("device.platform", all(Platform.self)),
        ("schedule.state", all(FiringState.self)), ("notification.hold_stage", all(Stage.self)),
        ("trigger.priority", all(Priority.self)), ("trigger.actor_kind", all(ActorType.self)),
        // A trigger that stays open has no phase of its own yet.
        ("trigger.fan_out", all(TriggerState.Phase.self)),
        ("eta_reply.status", all(EtaStatus.self)),
        ("webhook.disabled_because", all(Webhook.Reason.self)),
        ("webhook_message.state", all(WebhookMessage.State.self)), ("alert.phase", all(Alert.Phase.self)),
        ("alert_message.phase", all(AlertMessage.Phase.self)),
        ("notification.push", ["send", "hold", "digest", "suppress"]),
    ]

    private static func all<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> Set<String>
    where Word.RawValue == String {
        Set(Word.allCases.map(\.rawValue))
    }

    @Test("What contradicts itself is not stored", arguments: refused)
    func contradictions(_ sql: String) async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.user("ann")
            try await scene.device("ann")
            try await scene.notify(["ann"])
            await #expect(throws: DatabaseError.self) { try await store.pool.write { try $0.execute(sql: sql) } }
        }
    }

    private static let refused = [
        "UPDATE notification SET push = 'hold', held_until = 1, hold_stage = NULL",
        "UPDATE notification SET hold_stage = 'nowhere'",
        "UPDATE notification SET sealed_text = 'in clear'",
        "UPDATE notification SET sealed_text = x''",
        "UPDATE notification SET content_id = zeroblob(16)",
        "UPDATE notification SET content_id = x'00', sealed_text = NULL",
        "UPDATE delivery SET state = 'lost'",
        "UPDATE delivery SET user_id = NULL",
        "UPDATE device SET state = 'lost'",
        "UPDATE device SET key_hash = x'00'",
        "UPDATE device SET state = 'revoked', token_hash = NULL, key_hash = zeroblob(32)",
        "UPDATE trigger SET fan_out = 'open'",
        "UPDATE user SET sealed_details = NULL",
        "UPDATE user SET sealed_details = 'in clear'",
    ]

    private struct Table: Sendable {
        var name: String
        var isStrict: Bool
        var key: [String]
    }

    private func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withStore { store in try await store.pool.read(body) }
    }
}
