import GRDB
import PealCore
import PealStore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

@Suite("Counts that the schema keeps")
struct KeptCountsTests {
    @Test("Counts go with their trigger")
    func deleted() async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            try await scene.device("a")
            let id = try await scene.notify(["a", "b"])
            let later = scene.now + .seconds(99)
            let cut = RetentionCut(app: scene.app, inbox: later, log: later)
            for claimed in try await store.claim(now: scene.now, limit: 9, epoch: 1) {
                try await store.record([scene.result(claimed, .end(.accepted, nil), epoch: 1)])
            }
            #expect(try await store.trigger(id, app: scene.app)?.deliveries == [.accepted: 1])
            _ = try await store.sweepNotifications(cut, after: nil, limit: 9)
            #expect(try await store.trigger(id, app: scene.app)?.recipients == 0)
            _ = try await store.sweepTriggers(cut, after: nil, limit: 9)
            try await store.pool.read { db in
                for table in ["decision_count", "delivery_count", "named_user"] {
                    let count = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)")
                    #expect(count == 0, "\(table)")
                }
            }
        }
    }

    @Test("Every statement is counted, whatever it changes", arguments: statements)
    func counted(_ statements: [String]) async throws {
        try await withNotified { store in
            try await store.writer.perform(.progress) { db in for sql in statements { try db.run(sql) } }
            let mismatches = try await store.pool.read(KeptCounts.mismatches)
            #expect(mismatches == [])
        }
    }

    private static let statements = [
        ["UPDATE delivery SET state = 'failed', reason = 'expired'"],
        ["UPDATE delivery SET epoch = 1", "UPDATE delivery SET state = 'accepted'"],
        ["UPDATE notification SET push = 'suppress', push_reason = 'muted'"],
        ["UPDATE notification SET push_reason = 'cancelled'", "UPDATE notification SET in_app_reason = 'cancelled'"],
        ["DELETE FROM delivery", "DELETE FROM notification WHERE user_id = 'a'"],
        ["DELETE FROM notification"],
        ["UPDATE device SET state = 'disabled' WHERE user_id = 'a'", "UPDATE device SET last_seen_at = 9"],
        ["DELETE FROM device WHERE user_id = 'a'", "DELETE FROM user WHERE id = 'b'"],
        ["DELETE FROM notification", "DELETE FROM trigger"],
        ["UPDATE delivery SET state = 'cancelled'", "DELETE FROM notification", "DELETE FROM trigger"],
    ]

    @Test("What a failed change undid is not counted")
    func undone() async throws {
        struct Refused: Error {}
        try await withNotified { store in
            await #expect(throws: StoreError.self) {
                try await store.writer.perform(.progress) { db in
                    try db.run("UPDATE delivery SET state = 'failed'")
                    throw Refused()
                }
            }
            // The next transaction has savepoints from the start: a part of a change can fail.
            try await store.writer.perform(.progress) { db in
                try db.run("UPDATE delivery SET state = 'failed' WHERE user_id = 'a'")
                _ = try? db.isolated {
                    try db.run("UPDATE delivery SET state = 'expired'")
                    try db.run("DELETE FROM notification")
                    throw Refused()
                }
                try db.run("UPDATE delivery SET state = 'unknown' WHERE user_id = 'b'")
            }
            let (mismatches, ended) = try await store.pool.read { db in
                (
                    try KeptCounts.mismatches(db),
                    try Bool.fetchOne(db, sql: "SELECT (open, failed, unknown) = (0, 1, 1) FROM delivery_count")
                )
            }
            #expect(mismatches == [])
            #expect(ended == true)
        }
    }

    @Test("A change whose counts are refused takes no neighbour along")
    func refused() async throws {
        try await withNotified { store in
            try await store.pool.write { db in try db.execute(sql: "UPDATE delivery_count SET open = 0") }
            async let refused = Self.succeeds("UPDATE delivery SET state = 'failed'", in: store)
            async let other = Self.succeeds("INSERT INTO meta (key, value) VALUES ('note', '')", in: store)
            #expect(await (refused, other) == (false, true))
            let open = try await store.pool.read { db in
                try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM delivery WHERE state = 'pending'")
            }
            #expect(open == 2)
        }
    }

    private static func succeeds(_ sql: String, in store: SQLiteStore) async -> Bool {
        (try? await store.writer.perform(.progress) { db in try db.run(sql) }) != nil
    }

    /// A store in which one trigger has a pending delivery of each of two users.
    private func withNotified(_ body: @escaping (SQLiteStore) async throws -> Void) async throws {
        try await withStore { store in
            let scene = StoreScene(store: store)
            for user: UserID in ["a", "b"] { try await scene.device(user) }
            try await scene.notify(["a", "b"])
            try await body(store)
        }
    }
}
