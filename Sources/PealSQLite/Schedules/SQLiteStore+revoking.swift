import GRDB
import PealCore
import PealStore

/// Revokes firings in bounded steps, so that other writers get in between however many people they went to.
extension SQLiteStore {
    /// Recipients a step looks at, counts and stops at most.
    private static let recipientsPerStep = 500

    /// Goes on until nothing of an app's is left to be revoked.
    func finishRevoking(app: AppID) async throws {
        while try await isRevoking(app: app) { try await stepRevoking(app: app, limit: Self.recipientsPerStep) }
    }

    /// Goes one step on with whatever a crash cut off; costs no write when there is nothing.
    func continueRevoking(limit: Int) async throws -> Bool {
        guard try await isRevoking(app: nil) else { return false }
        try await stepRevoking(app: nil, limit: limit)
        return true
    }

    private func isRevoking(app: AppID?) async throws -> Bool {
        try await read { db in
            if try Revoking.next(app: app, db) != nil { return true }
            return try TakingBack.next(app: app, db) != nil
        }
    }

    private func stepRevoking(app: AppID?, limit: Int) async throws {
        let ceased = try await writer.perform(.intake, weight: limit * 2) { db, events -> AppID? in
            if let revoking = try Revoking.next(app: app, db) {
                return try revoking.step(limit: limit, &events, db).ceasedToWait ? revoking.app : nil
            }
            // Each row of an inbox costs more.
            try TakingBack.next(app: app, db)?.step(limit: max(1, limit / 5), &events, db)
            return nil
        }
        if let ceased { countWaiting(-1, of: ceased) }
    }
}

/// Inbox rows of a revoked firing that are taken back since its time fired anew.
private struct TakingBack {
    var recalling: Recalling
    var place: String

    static func next(app: AppID?, _ db: Database) throws -> TakingBack? {
        try db.first(
            """
            SELECT app, id, revoked_at, recall_place FROM trigger
            WHERE recall_place IS NOT NULL \(Revoking.clause(app)) ORDER BY app, id LIMIT 1
            """,
            app.map { [$0.rawValue] } ?? []
        ) { row in
            TakingBack(
                recalling: Recalling(app: try row.key(0), id: try row.id(1), now: try row.time(2)),
                place: try row.text(3)
            )
        }
    }

    func step(limit: Int, _ events: inout EventBatch, _ db: Database) throws {
        let next = try recalling.step(after: place, limit: limit, &events, db)
        try db.run(
            "UPDATE trigger SET recall_place = ?3 WHERE app = ?1 AND id = ?2",
            [recalling.app.rawValue, recalling.id.blob, next]
        )
    }
}
