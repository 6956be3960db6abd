import GRDB
import PealCore
import Synchronization
import Testing

@testable import PealSQL
@testable import PealSQLite
@testable import PealTesting

/// What a client lists and marks is found by an index for it, among the user's rows alone (R175, R188).
@Suite("Each filter of the inbox has its index")
struct InboxPlanTests {
    static let pages: [(InboxFilter, String)] = [
        (InboxFilter(), "notification_user"), (InboxFilter(offset: 100), "notification_user"),
        (InboxFilter(isRead: false), "notification_unread"), (InboxFilter(isRead: true), "notification_read"),
        (InboxFilter(category: "chat"), "notification_category"), (InboxFilter(thread: "t"), "notification_thread"),
        (InboxFilter(isRead: false, category: "chat"), "notification_unread"),
        (InboxFilter(isRead: true, category: "chat"), "notification_category"),
        (InboxFilter(category: "chat", thread: "t"), "notification_thread"),
    ]

    @Test("pages, with and without the app's oldest instant", arguments: pages, [nil, 30])
    func page(_ page: (filter: InboxFilter, index: String), days: Int?) async throws {
        var filter = page.filter
        filter.since = days.map { Timestamp(seconds: 1_800_000_000) - .seconds($0 * 86_400) }
        let plans = try await plans { store, app in
            _ = try await store.inbox(of: "ann", app: app, filter: filter, page: PageRequest(limit: 50))
        }
        let alerts = plans.filter { $0.sql.contains("n.is_alert = 1") }
        let others = plans.filter { $0.sql.contains("n.is_alert = 0") }
        #expect(!alerts.isEmpty && others.count == 1)
        for plan in alerts { plan.expect("notification_alert") }
        for plan in others { plan.expect(page.index) }
    }

    static let selections: [(InboxSelection, String)] = [
        (.unseen(.everything), "notification_unread"), (.unread(.everything), "notification_unread"),
        (.unread(InboxScope(category: "chat")), "notification_unread"),
        (.unseen(InboxScope(link: "/chat")), "notification_unread"), (.shown(.everything), "notification_user"),
        (.shown(InboxScope(thread: "t")), "notification_thread"),
        (.archived(InboxScope(category: "chat")), "notification_archived"), (.open(thread: "t"), "notification_thread"),
    ]

    @Test("what marks are planned from", arguments: selections)
    func marks(_ selection: InboxSelection, _ index: String) async throws {
        let plans = try await plans { store, app in
            _ = try await store.rows(selection, of: "ann", app: app, before: nil, limit: 100)
        }
        // What belongs to the pushes of the rows that were found is read by their keys afterwards.
        let listed = plans.filter { $0.sql.contains("ORDER BY n.id DESC") }
        #expect(listed.count == 1)
        for plan in listed { plan.expect(index) }
    }

    @Test("counts, of everything and of each category and thread", arguments: [nil, InboxGrouping.category, .thread])
    func counts(_ grouping: InboxGrouping?) async throws {
        let since = Timestamp(seconds: 1_800_000_000)
        let plans = try await plans { store, app in
            if let grouping {
                _ = try await store.counts(of: "ann", app: app, by: grouping, since: since, limit: 200)
            } else {
                _ = try await store.counts(of: "ann", app: app, since: since)
            }
        }
        let rows = plans.filter { $0.sql.contains("FROM notification") }
        #expect(rows.count == 1 && plans.count == (grouping == nil ? 2 : 1))
        for plan in rows { plan.expect("notification_unread") }
    }

    /// How a statement is answered.
    struct Plan {
        let sql: String
        let details: [String]

        /// Expects the user's rows to be found by an index, in its order.
        func expect(_ index: String, sourceLocation: SourceLocation = #_sourceLocation) {
            let search = "SEARCH n USING INDEX \(index) (app=? AND user_id=?"
            let isFound = details.contains { $0.hasPrefix(search) }
            let isSorted = details.contains { $0.contains("FOR ORDER BY") }
            let note = Comment(rawValue: "\(details): \(sql)")
            #expect(isFound && (!isSorted || sql.contains("GROUP BY")), note, sourceLocation: sourceLocation)
        }
    }

    /// The plans of all that a body reads from a store in which a user has one notification that was not read.
    private func plans(_ body: (SQLiteStore, AppID) async throws -> Void) async throws -> [Plan] {
        let log = StatementLog()
        var configuration = Configuration()
        configuration.prepareDatabase { db in log.listen(to: db) }
        return try await withStore(configuration: configuration) { store in
            let scene = StoreScene(store: store)
            _ = try await scene.notify(["ann"], thread: "t")
            log.statements.withLock { $0 = [] }
            try await body(store, scene.app)
            let statements = log.statements.withLock(\.self)
            return try await store.pool.read { db in
                try statements.map { sql in
                    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
                    statement.setUncheckedArguments(StatementArguments())
                    return Plan(sql: sql, details: try Row.fetchAll(statement).map { $0["detail"] })
                }
            }
        }
    }
}
