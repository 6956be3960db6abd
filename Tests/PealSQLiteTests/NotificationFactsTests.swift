import GRDB
import PealCore
import Testing

@testable import PealSQLite

@Suite("Whether a push is worth sending, in SQL")
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

    @Test("The SQL and the predicate agree on every combination of facts, row by row")
    func agree() throws {
        let rows = try Self.read(where: "true")
        #expect(rows == Self.combinations)
        let worth = try Self.read(where: NotificationFacts.isWorthPushing("n", now: "?1"))
        #expect(worth == Self.combinations.filter { $0.isWorthPushing(at: Self.now) })
        #expect(worth.count == 1)
        let live = try Self.read(where: NotificationFacts.isLive("n", now: "?1"))
        #expect(live == Self.combinations.filter { !$0.isResolved && $0.expiresAt > Self.now })
    }

    @Test(
        "Each item of a window is worth pushing, resolved or expired",
        arguments: [nil, .resolvedElsewhere, .expired] as [Reason?]
    )
    func obstacle(_ obstacle: Reason?) throws {
        let items = Self.combinations.filter { $0.stopReason == nil }
        let filter = NotificationFacts.filter(obstacle, "n", now: "?1")
        let found = try Self.read(where: "n.push_reason IS NULL AND \(filter)")
        #expect(found == items.filter { $0.obstacle(at: Self.now) == obstacle })
        #expect(!found.isEmpty)
    }

    /// Reads what a condition finds in a table of all combinations, in their order.
    private static func read(where condition: String) throws -> [PushRelevance] {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE TABLE n (
                        id INTEGER PRIMARY KEY, expires_at INTEGER NOT NULL, read_at INTEGER, dismissed_at INTEGER,
                        removed_at INTEGER, push_reason TEXT) STRICT
                    """
            )
            for facts in combinations {
                try db.run(
                    "INSERT INTO n (expires_at, read_at, dismissed_at, removed_at, push_reason) VALUES (?, ?, ?, ?, ?)",
                    [
                        facts.expiresAt.milliseconds, facts.isRead ? 1 : nil, facts.isDismissed ? 1 : nil,
                        facts.isRemoved ? 1 : nil, facts.stopReason?.rawValue,
                    ]
                )
            }
            return try db.all(
                "SELECT \(NotificationFacts.columns(of: "n")) FROM n WHERE ?1 IS NOT NULL AND \(condition) ORDER BY id",
                [now.milliseconds]
            ) { try PushRelevance(row: $0, at: 0) }
        }
    }
}
