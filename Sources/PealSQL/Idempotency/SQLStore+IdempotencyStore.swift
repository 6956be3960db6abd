package import PealCore

extension SQLStore {
    /// The answer stored under a key, unless it has expired.
    package func answer(_ key: IdempotencyKey, now: Timestamp) async throws -> StoredAnswer? {
        try await look { db in
            try db.first(
                """
                SELECT request_hash, status, body, user_id FROM idempotency
                WHERE app = ? AND operation = ? AND key = ? AND expires_at > ?
                """,
                [key.app.bound, key.operation, key.key, now.milliseconds]
            ) { row in
                StoredAnswer(
                    requestHash: try row.bytes(0),
                    status: try row.int(1),
                    body: try row.bytes(2),
                    user: try row.optionalText(3).map { UserID($0) }
                )
            }
        }
    }

    /// Stores an answer on its own, unless it is about a user that does not exist.
    package func store(_ answer: StoredAnswer, under key: IdempotencyKey, now: Timestamp) async throws {
        try await writer.perform(.intake) { db in
            // The user may have been erased since the call began.
            if let user = answer.user,
                try !db.exists("SELECT 1 FROM \"user\" WHERE app = ? AND id = ?", [key.app.bound, user.rawValue])
            {
                return
            }
            try StoredAnswers.store(answer, under: key, now: now, db)
        }
    }

    /// Deletes expired answers and claims, at most `limit` rows; returns how many went.
    package func sweepExpired(now: Timestamp, limit: Int) async throws -> Int {
        try await writer.perform(.progress, weight: limit) { db in
            // One by one: a list of keys, of which one part is a number and another a text, is not looked up by the whole key.
            let answers = try db.all(
                "SELECT app, operation, key FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?",
                [now.milliseconds, limit]
            ) { (app: try $0.key(0) as AppID, operation: try $0.text(1), key: try $0.text(2)) }
            for answer in answers {
                try db.run(
                    "DELETE FROM idempotency WHERE app = ? AND operation = ? AND key = ?",
                    [answer.app.bound, answer.operation, answer.key]
                )
            }
            let claims = try db.all(
                """
                SELECT app, key FROM claim WHERE expires_at IS NOT NULL AND expires_at <= ? ORDER BY expires_at LIMIT ?
                """,
                [now.milliseconds, limit - answers.count]
            ) { (app: try $0.key(0) as AppID, key: try $0.text(1)) }
            for claim in claims {
                try db.run("DELETE FROM claim WHERE app = ? AND key = ?", [claim.app.bound, claim.key])
            }
            return answers.count + claims.count
        }
    }
}
