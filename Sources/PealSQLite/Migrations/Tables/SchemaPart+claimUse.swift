extension SchemaPart {
    /// What was claimed of a notification, a bit for each action, and what a user's claims have added on one day.
    static let claimUse = SchemaPart(
        sql: """
            ALTER TABLE notification ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE audit_secret ADD COLUMN claim_day INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE audit_secret ADD COLUMN claim_count INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE audit_secret ADD COLUMN claim_bytes INTEGER NOT NULL DEFAULT 0;
            """
    )
}
