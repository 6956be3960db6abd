package import PealCore

extension SQLStore {
    /// Reads facts in one snapshot.
    package func acceptFacts(_ needs: AcceptNeeds, app: AppID) async throws -> AcceptFacts {
        try await look { db in try AcceptFactRows(app: app).read(needs, db) }
    }

    /// Reads what triggers are checked against, in one snapshot.
    package func directoryFacts(_ needs: DirectoryNeeds, app: AppID) async throws -> DirectoryFacts {
        try await look { db in try DirectoryFactRows(app: app).read(needs, db) }
    }

    /// A trigger that is to be moved or resumed.
    package func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts? {
        let base = PendingTrigger.columnCount
        return try await read { db in
            try db.first(
                """
                SELECT \(PendingTrigger.columns), t.fan_out, t.cancelled_at, t.claim_key, t.claim_until,
                    length(t.sealed_data) > 0, (
                        SELECT c.trigger_id FROM claim c
                        WHERE c.app = t.app AND c.key = t.claim_key AND (c.expires_at IS NULL OR c.expires_at > ?3))
                FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ?1 AND t.id = ?2
                """,
                [app.bound, trigger.blob, now.milliseconds]
            ) { row in
                let phase: TriggerState.Phase = try row.word(base)
                let heldUntil = try row.optionalTime(base + 3)
                let holder: TriggerID? = try row.optionalID(base + 5)
                return MoveFacts(
                    trigger: try PendingTrigger(row: row).trigger,
                    state: row.hasNull(atIndex: base + 1) ? TriggerState(phase) : .cancelled(phase),
                    hasData: try row.flag(base + 4),
                    claim: try row.optionalText(base + 2).map {
                        MoveFacts.Claim(key: $0, heldUntil: heldUntil, holder: holder)
                    }
                )
            }
        }
    }

    /// How many accepted triggers of each app still wait to be fanned out; counted in memory.
    package func backlogs() async throws -> [AppID: Int] { waitingCounts }

    /// One trigger with its counts.
    package func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport? {
        try await read { db in try TriggerReports.one(id, app: app, db) }
    }

    /// Triggers, newest first.
    package func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport> {
        try await read { db in try TriggerReports.page(app: app, filter: filter, page: page, db) }
    }
}
