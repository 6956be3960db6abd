import GRDB
import PealCore

/// Releases the once or dedupe claims of triggers.
enum ClaimRows {
    /// Releases the claim as far as the trigger holds it; `remembering` keeps until when it held.
    static func release(of id: TriggerID, app: AppID, remembering: Bool, _ db: Database) throws {
        let key: [Binding] = [app.rawValue, id.blob]
        if remembering {
            try db.run(
                """
                UPDATE trigger SET claim_until = (
                    SELECT COALESCE(c.expires_at, \(Int64.max)) FROM claim c
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
