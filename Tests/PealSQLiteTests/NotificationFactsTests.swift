import GRDB
import PealCore
import Testing

@testable import PealSQL
@testable import PealSQLite

@Suite("The facts that decide whether a push is worth sending")
struct NotificationFactsTests {
    static let now = Timestamp(seconds: 1_000)

    /// Every combination of what a row can say about its push.
    static let combinations: [PushRelevance] = {
        var found: [PushRelevance] = []
        for stop in [nil, Reason.cancelled, .resolvedElsewhere] {
            for seconds in [-1, 0, 1] {
                for bits in 0..<8 {
                    var facts = PushRelevance(expiresAt: now + .seconds(seconds), stopReason: stop)
                    facts.isRead = bits & 1 != 0
                    facts.isDismissed = bits & 2 != 0
                    facts.isRemoved = bits & 4 != 0
                    found.append(facts)
                }
            }
        }
        return found
    }()

    @Test("A row's facts are read as they are, and grouped as the rule sees them at an instant")
    func agree() throws {
        let rows = try Self.read { row in
            (try PushRelevance(row: row, at: 0), try PushWorth(row: row, at: 5))
        }
        #expect(rows.map(\.0) == Self.combinations)
        #expect(rows.map(\.1) == Self.combinations.map { $0.worth(at: Self.now) })
    }

    /// Reads a table of all combinations, in their order.
    private static func read<Value>(_ make: (SQLRow) throws -> Value) throws -> [Value] {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE TABLE n (
                        id INTEGER PRIMARY KEY, expires_at INTEGER NOT NULL, read_at INTEGER, dismissed_at INTEGER,
                        removed_at INTEGER, push_reason TEXT) STRICT
                    """
            )
            let connection = SQLConnection(db, apps: AppKeys(), writes: true)
            for facts in combinations {
                try connection.run(
                    "INSERT INTO n (expires_at, read_at, dismissed_at, removed_at, push_reason) VALUES (?, ?, ?, ?, ?)",
                    [
                        facts.expiresAt.milliseconds, facts.isRead ? 1 : nil, facts.isDismissed ? 1 : nil,
                        facts.isRemoved ? 1 : nil, facts.stopReason?.rawValue,
                    ]
                )
            }
            let columns = "\(NotificationFacts.columns(of: "n")), \(NotificationFacts.worth(of: "n", now: "?1"))"
            return try connection.all("SELECT \(columns) FROM n ORDER BY id", [now.milliseconds], make)
        }
    }
}
