package import PealCore
package import PealStore

extension SQLStore {
    /// What replies and boards are made from, at one instant.
    package func etaFacts(_ question: EtaQuestion, app: AppID) async throws -> EtaFacts? {
        try await read { db in try EtaFactRows(app: app, question: question).facts(db) }
    }

    /// The latest replies of a user to all events, bounded.
    package func etaReplies(of user: UserID, app: AppID, limit: Int) async throws -> [HeldReply] {
        try await read { db in
            try db.all(
                """
                SELECT \(EtaReply.columns), r.entity_type, r.entity_id FROM member m
                JOIN eta_reply r ON r.app = m.app AND r.entity_type = m.entity_type AND r.entity_id = m.entity_id
                    AND r.user_id = m.user_id
                WHERE m.app = ? AND m.user_id = ? ORDER BY r.entity_type, r.entity_id LIMIT ?
                """,
                [app.bound, user.rawValue, limit]
            ) { row in
                HeldReply(
                    event: EntityRef(type: try row.key(4), id: try row.text(5)),
                    reply: try EtaReply(row: row, at: 0)
                )
            }
        }
    }

    /// Deletes some replies from before an instant.
    package func sweepEtaReplies(of app: AppID, before instant: Timestamp, limit: Int) async throws -> Int {
        // Mostly there are none, and looking costs no write.
        let isAny = try await read { db in
            try db.exists(
                "SELECT 1 FROM eta_reply WHERE app = ? AND replied_at < ? LIMIT 1",
                [app.bound, instant.milliseconds]
            )
        }
        guard isAny else { return 0 }
        return try await writer.perform(.progress, weight: limit) { db in
            try EtaRows(app: app).sweep(before: instant, limit: limit, db)
        }
    }
}
