import Foundation
import GRDB
import PealTesting
import Synchronization
import Testing

@testable import PealSQLite

@Suite("Query plans", .serialized)
struct QueryPlanTests {
    /// What may read more than it was asked for, and why that is little or wanted.
    private static let allowed = [
        "SCAN CONSTANT ROW": "no table at all",
        "SCAN secret_key": "read whole at start",
        "SCAN data_key": "read whole at start",
        "SCAN trigger USING COVERING INDEX trigger_due": "the backlog is counted once, at opening",
        "SEARCH trigger USING INDEX sqlite_autoindex_trigger_1 (app=? AND id<?)":
            "a listing of the app's, newest first",
        "SEARCH trigger USING COVERING INDEX sqlite_autoindex_trigger_1 (app=?)":
            "the newest 10,000 are counted for `why`",
        "SEARCH t USING INDEX sqlite_autoindex_trigger_1 (app=? AND id>?)": "of the newest 10,000, for `why`",
        "SEARCH n USING INDEX sqlite_autoindex_notification_1 (app=? AND id<?)": "a listing of the app's, newest first",
        "SEARCH user USING PRIMARY KEY (app=? AND id>?)": "an audience of all",
        "SEARCH user USING PRIMARY KEY (app=? AND id<?)": "the user before one who is erased: the first ends it",
        "SEARCH trigger USING INDEX trigger_cancelling (app=?)": "the app's cancels under way",
        "SEARCH erased_user USING PRIMARY KEY (app=?)": "whether anybody was erased: the first ends it",
        "SEARCH user USING PRIMARY KEY (app=?)": "whether there is any user: the first ends it",
        "SCAN m": "the first members of one entity, read by their key just before, in a bound",
        "SEARCH device_count USING PRIMARY KEY (app=?)": "one row a push service and state",
        "SEARCH f USING PRIMARY KEY (app=?)": "the whole key: one row an app",
        "SEARCH device USING PRIMARY KEY (app=? AND id>?)": "sealed anew in pages, after a key was rotated",
        "SEARCH content USING PRIMARY KEY (app=? AND id<?)": "sealed anew in pages, after a key was rotated",
        "SEARCH notification USING INDEX sqlite_autoindex_notification_1 (app=? AND id<?)":
            "sealed anew in pages, after a key was rotated",
        "SCAN trigger USING INDEX trigger_cancelling": "the cancels that a crash cut off, in an index of their own",
        "SCAN trigger USING INDEX trigger_withdrawing": "firings that are being withdrawn, in an index of their own",
        "SEARCH trigger USING INDEX trigger_withdrawing (app=?)": "the app's firings that are being withdrawn",
        "SCAN trigger USING INDEX trigger_retracting": "firings that are being retracted, in an index of their own",
        "SEARCH trigger USING INDEX trigger_retracting (app=?)": "the app's firings that are being retracted",
        "SCAN trigger USING INDEX trigger_local": "the local times under way, in an index of their own",
        "SCAN trigger USING COVERING INDEX trigger_local": "the local times under way, in an index of their own",
        "SEARCH trigger USING INDEX trigger_local (app=?)": "the app's local times under way",
        "SEARCH trigger USING COVERING INDEX trigger_local (app=?)": "the app's local times under way",
        "SCAN trigger USING INDEX trigger_open_parent": "whether any trigger is open: the first ends it",
        "SCAN queue": "a handful",
        "SCAN event_reader": "a handful",
        "SCAN app": "a handful",
        "SCAN event_mark": "one row for ten minutes, of a week at most",
        "SCAN stands": "what stands for one push, and for that in turn: eight at most",
        "SCAN w": "the rows picked by index just before, in a bound",
        "SEARCH w USING PRIMARY KEY (app=?)": "20 webhooks an app at most",
        "SEARCH webhook USING PRIMARY KEY (app=?": "20 webhooks an app at most",
        "SCAN queue_count": "one row a queue",
        "SEARCH queue_count USING PRIMARY KEY (app=?)": "one row a provider of the app",
        "SEARCH catalog": "a few versions an app",
        "SEARCH schedule_plan": "one row an app",
        "SCAN user_count": "one row an app",
        "SCAN audit_tree": "one row an app",
        "SCAN device_count": "one row an app, push service and state",
        "SCAN opt_out_count": "one row a category",
        "SCAN alert": "a handful",
        "SCAN alert_message": "a handful",
        "SEARCH alert USING PRIMARY KEY (app=?": "a handful an app",
        "SEARCH data_key USING PRIMARY KEY (app=?)": "four versions an app at most",
    ]

    @Test(
        "No statement that the conformance suite runs reads a whole table, or all of an app's rows, and each index has a reader"
    )
    func everythingIsSearched() async throws {
        let statements = try await statementsOfConformance()
        #expect(statements.count > 80)
        let (findings, unread) = try await withStore { store in
            try await store.pool.read { db in
                (
                    try statements.flatMap { try Self.findings($0, db) },
                    try Self.indexes(db).subtracting(statements.flatMap { try Self.indexesRead(by: $0, db) })
                )
            }
        }
        #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
        #expect(unread.isEmpty, "each push pays for an index: \(unread.sorted())")
    }

    @Test(
        "A statement that reads too much would be found",
        arguments: [
            "SELECT * FROM notification n WHERE link = ?",
            "SELECT * FROM device AS d WHERE d.app = ? AND d.locale = ?",
        ]
    )
    func tooMuchIsFound(_ sql: String) async throws {
        let findings = try await withStore { store in
            try await store.pool.read { db in try Self.findings(sql, db) }
        }
        #expect(findings.count == 1)
    }

    private static func indexes(_ db: Database) throws -> Set<String> {
        try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
    }

    private static func indexesRead(by sql: String, _ db: Database) throws -> [String] {
        try plan(of: sql, db).compactMap { $0.firstMatch(of: /INDEX (\w+)/).map { String($0.1) } }
    }

    private static func plan(of sql: String, _ db: Database) throws -> [String] {
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
        statement.setUncheckedArguments(StatementArguments())
        return try Row.fetchAll(statement).map { $0["detail"] }
    }

    private static func findings(_ sql: String, _ db: Database) throws -> [String] {
        try plan(of: sql, db).compactMap { detail in
            let isScan = detail.hasPrefix("SCAN ") && !detail.contains("VIRTUAL TABLE") && !isSubquery(detail)
            let searchesApp = ["(app=?)", "(app=? AND id<?)", "(app=? AND id>?)"].contains { detail.hasSuffix($0) }
            guard isScan || searchesApp, !allowed.keys.contains(where: detail.hasPrefix) else { return nil }
            return "\(detail): \(sql)"
        }
    }

    /// What a subquery in FROM found is read whole; PostgreSQL wants it to have a name.
    private static func isSubquery(_ detail: String) -> Bool {
        ["SCAN (subquery", "SCAN found"].contains(where: detail.hasPrefix)
    }

    private func statementsOfConformance() async throws -> Set<String> {
        let log = StatementLog()
        for promise in StoreConformance<SQLiteStore>.cases {
            try await withDirectory { directory in
                let path = directory.appending(path: "peal.sqlite").path
                let store = try SQLiteStore.open(path: path, mode: .sandbox)
                try await store.pool.barrierWriteWithoutTransaction { db in log.listen(to: db) }
                for _ in 0..<8 { try await store.pool.read { db in log.listen(to: db) } }
                try await promise.run(on: store)
                try store.close()
            }
        }
        return log.statements.withLock { $0 }
    }
}
