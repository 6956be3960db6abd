import GRDB
import PealCore
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

/// An inbox of 20,000 rows, of which 3 were not read, costs what one of 1,000 costs (R175, R185, R188).
@Suite("Cost of an inbox")
struct InboxCostTests {
    private static let few = 1_000
    private static let many = 20_000

    @Test("Pages, filters, counts and marks take as many steps in a large inbox as in a small one")
    func costs() async throws {
        let few = try await Self.costs(at: Self.few)
        let many = try await Self.costs(at: Self.many)
        #expect(few.count > 15, "only \(few.count) statements were run")
        #expect(Set(few.keys) == Set(many.keys))
        for (sql, cost) in many {
            guard let before = few[sql] else { continue }
            #expect(cost.most <= before.most + before.most / 4 + 40, "\(before.most) → \(cost.most): \(sql)")
        }
    }

    private static func costs(at rows: Int) async throws -> [String: StepCounter.Cost] {
        let counter = StepCounter()
        var configuration = Configuration()
        configuration.prepareDatabase { db in counter.listen(to: db) }
        return try await withStore(configuration: configuration) { store in
            let crowd = CrowdedStore(scene: StoreScene(store: store), rows: rows)
            try await crowd.scene.user("ann")
            try await crowd.fill()
            try await fillInbox(of: crowd)
            counter.reset()
            try await read(crowd.scene)
            return counter.counted
        }
    }

    /// Rows of one user in a hundred threads; the three newest were not read, and are alone in their thread.
    private static func fillInbox(of crowd: CrowdedStore) async throws {
        try await crowd.scene.store.pool.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < :rows)
                    INSERT INTO notification (app, id, trigger_id, user_id, category, sealed_text, link, thread, locale,
                        rank, created_at, expires_at, policy_version, trace, push, push_reason, is_alert,
                        alerts_on_failure, seen_at, read_at)
                    SELECT (SELECT key FROM app WHERE name = :app), CAST('a' || printf('%015d', i) AS BLOB),
                        CAST(printf('%016d', i) AS BLOB), 'ann', CASE WHEN i > :rows - 3 THEN 'chat' ELSE 'status' END,
                        x'00', CASE WHEN i > :rows - 3 THEN '/chat' ELSE '/' END,
                        CASE WHEN i > :rows - 3 THEN 'chat' ELSE 't' || (i % 100) END, 'en', 1, :now, :now, 4, '',
                        'suppress', 'no-device', 0, 0, CASE WHEN i <= :rows - 3 THEN :now END,
                        CASE WHEN i <= :rows - 3 THEN :now END
                    FROM c
                    """,
                arguments: [
                    "rows": crowd.rows, "app": crowd.scene.app.rawValue, "now": crowd.scene.now.milliseconds,
                ]
            )
            try db.execute(
                sql: """
                    INSERT INTO badge (app, user_id, version, unseen, unread)
                    SELECT key, 'ann', 1, 3, 3 FROM app WHERE name = ?
                    """,
                arguments: [crowd.scene.app.rawValue]
            )
        }
    }

    /// What clients ask for, and what marks are planned from.
    private static func read(_ scene: StoreScene<SQLiteStore>) async throws {
        let (store, app, user) = (scene.store, scene.app, UserID("ann"))
        let since = scene.now - .seconds(30 * 86_400)
        let pages: [(InboxFilter, Int)] = [
            (InboxFilter(), 50), (InboxFilter(isRead: false), 3), (InboxFilter(isRead: true), 50),
            (InboxFilter(isRead: false, category: "chat"), 3),
            (InboxFilter(category: "chat"), 3), (InboxFilter(thread: "chat"), 3), (InboxFilter(thread: "t7"), 10),
            (InboxFilter(isRead: false, category: "status"), 0), (InboxFilter(isRead: false, thread: "chat"), 3),
            (InboxFilter(offset: 100), 50),
        ]
        for (filter, count) in pages {
            var filter = filter
            filter.since = since
            let page = PageRequest(limit: filter.thread == "t7" ? 10 : 50)
            let found = try await store.inbox(of: user, app: app, filter: filter, page: page)
            #expect(found.items.count == count, "\(filter)")
            guard let next = found.next else { continue }
            let more = PageRequest(limit: 10, after: next)
            filter.offset = 0
            _ = try await store.inbox(of: user, app: app, filter: filter, page: more)
        }
        #expect(try await store.counts(of: user, app: app, since: since).unread == 3)
        for grouping in InboxGrouping.allCases {
            let counts = try await store.counts(of: user, app: app, by: grouping, since: since, limit: 200)
            #expect(counts == [InboxGroupCount(key: "chat", unread: 3, unseen: 3)])
        }
        let selections: [(InboxSelection, Int)] = [
            (.unseen(.everything), 3), (.unread(.everything), 3), (.unread(InboxScope(link: "/chat")), 3),
            (.unread(InboxScope(category: "status")), 0), (.unread(InboxScope(thread: "chat")), 3),
            (.unread(InboxScope(entity: scene.report)), 0), (.shown(InboxScope(thread: "chat")), 3),
            (.shown(.everything), 100), (.archived(.everything), 0), (.archived(InboxScope(since: since)), 0),
            (.open(thread: "chat"), 3),
        ]
        for (selection, count) in selections {
            let rows = try await store.rows(selection, of: user, app: app, before: nil, limit: 100)
            #expect(rows.count == count, "\(selection)")
        }
    }
}
