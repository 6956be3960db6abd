import PealCore

/// Answers of requests that carried an `Idempotency-Key`.
enum StoredAnswers {
    private static let lifetime = Duration.seconds(24 * 60 * 60)

    static func store(_ answer: StoredAnswer, under key: IdempotencyKey, now: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            INSERT INTO idempotency (app, operation, key, request_hash, status, body, expires_at, user_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (app, operation, key) DO UPDATE SET request_hash = excluded.request_hash,
                status = excluded.status, body = excluded.body, expires_at = excluded.expires_at,
                user_id = excluded.user_id
            """,
            [
                key.app.bound, key.operation, key.key, answer.requestHash, answer.status, answer.body,
                (now + lifetime).milliseconds, answer.user?.rawValue,
            ]
        )
    }
}
