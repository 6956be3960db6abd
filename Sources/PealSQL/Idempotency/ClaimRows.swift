import PealCore

/// Takes and releases the once or dedupe claims of triggers.
enum ClaimRows {
    /// Takes a claim that nobody holds; one that has expired is overwritten.
    static func take(
        _ claim: TriggerSubmission.Claim,
        for id: TriggerID,
        app: AppID,
        now: Timestamp,
        _ db: SQLConnection
    ) throws {
        try db.run(
            """
            INSERT INTO claim (app, key, trigger_id, expires_at) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (app, key) DO UPDATE SET trigger_id = excluded.trigger_id, expires_at = excluded.expires_at
            WHERE claim.expires_at <= ?5
            """,
            [app.bound, claim.key, id.blob, claim.expiresAt?.milliseconds, now.milliseconds]
        ).orFail()
    }

    /// Who holds a claim; one that has expired is found as well.
    static func holder(of key: String, app: AppID, _ db: SQLConnection) throws -> ClaimHolder? {
        try db.first("SELECT trigger_id, expires_at FROM claim WHERE app = ? AND key = ?", [app.bound, key]) { row in
            ClaimHolder(trigger: try row.id(0), expiresAt: try row.optionalTime(1))
        }
    }

    /// Releases the claim as far as the trigger holds it; `remembering` keeps until when it held.
    static func release(of id: TriggerID, app: AppID, remembering: Bool, _ db: SQLConnection) throws {
        let key: [SQLValue] = [app.bound, id.blob]
        if remembering {
            try db.run(
                """
                UPDATE trigger SET claim_until = (
                    SELECT COALESCE(c.expires_at, \(MoveFacts.Claim.forEver.milliseconds)) FROM claim c
                    WHERE c.app = trigger.app AND c.key = trigger.claim_key AND c.trigger_id = trigger.id)
                WHERE app = ? AND id = ? AND claim_key IS NOT NULL
                """,
                key
            )
        }
        try db.run(
            """
            DELETE FROM claim WHERE app = ?1 AND trigger_id = ?2
                AND key = (SELECT claim_key FROM trigger WHERE app = ?1 AND id = ?2)
            """,
            key
        )
    }
}
