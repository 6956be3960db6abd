import PealCore

/// Reads triggers with their counts, which are kept.
enum TriggerReports {
    /// Rows looked at for one page when a status is asked for, which only the counts tell.
    private static let examined = 2_000

    private static let columns = "id, type, entity_type, entity_id, accepted_at, due_at, fan_out, cancelled_at"

    static func one(_ id: TriggerID, app: AppID, _ db: SQLConnection) throws -> TriggerReport? {
        let row = try db.first(
            "SELECT \(columns) FROM trigger WHERE app = ? AND id = ?",
            [app.bound, id.blob],
            Listed.init(row:)
        )
        return try row.map { try report($0, app: app, db) }
    }

    static func page(
        app: AppID,
        filter: TriggerFilter,
        page: PageRequest,
        _ db: SQLConnection
    ) throws -> Page<TriggerReport> {
        var reports: [TriggerReport] = []
        var last: Listed?
        var seen = 0
        let sql = """
            SELECT \(columns) FROM trigger
            WHERE app = ?1 AND id < ?2 AND (type = ?3 OR ?3 IS NULL) AND (accepted_at >= ?4 OR ?4 IS NULL)
            ORDER BY id DESC LIMIT ?5
            """
        let bindings: [SQLValue] = [
            app.bound, PageToken.upperBound(page.after), filter.type?.rawValue, filter.since?.milliseconds,
            filter.status == nil ? page.limit + 1 : examined,
        ]
        for row in try db.all(sql, bindings, Listed.init(row:)) {
            if reports.count == page.limit {
                return Page(items: reports, next: last.map { PageToken.text($0.id) })
            }
            seen += 1
            last = row
            let report = try report(row, app: app, db)
            if filter.status == nil || filter.status == report.status { reports.append(report) }
        }
        // A status that is rare among the newest gives a short page, never a long wait.
        return Page(items: reports, next: seen == examined ? last.map { PageToken.text($0.id) } : nil)
    }

    private struct Listed {
        var id: TriggerID
        var type: TypeID
        var entity: EntityRef?
        var acceptedAt: Timestamp
        var dueAt: Timestamp
        var state: TriggerState

        init(row: SQLRow) throws {
            id = try row.id(0)
            type = try row.key(1)
            entity = try row.optionalRef(2)
            acceptedAt = try row.time(4)
            dueAt = try row.time(5)
            let phase: TriggerState.Phase = try row.word(6)
            state = row.hasNull(atIndex: 7) ? TriggerState(phase) : .cancelled(phase)
        }
    }

    private static func report(_ row: Listed, app: AppID, _ db: SQLConnection) throws -> TriggerReport {
        let key: [SQLValue] = [app.bound, row.id.blob]
        let decisions = try db.all(
            """
            SELECT NULLIF(in_app_reason, ''), push, push_reason, 0, notifications
            FROM decision_count WHERE app = ? AND trigger_id = ? AND notifications > 0
            """,
            key
        ) { group in
            TriggerReport.Decisions(
                inApp: try InAppResult(row: group, at: 0),
                push: try PushResult(row: group, at: 1, heldUntil: 3),
                count: try group.int(4)
            )
        }
        // A lease changes no count, so deliveries that are being sent count as pending.
        let states: [DeliveryState] = [.pending, .accepted, .failed, .unknown, .expired, .cancelled]
        let deliveries = try db.first(
            """
            SELECT open, accepted, failed, unknown, expired, cancelled FROM delivery_count
            WHERE app = ? AND trigger_id = ?
            """,
            key
        ) { counts in
            try states.indices.reduce(into: [DeliveryState: Int]()) { $0[states[$1]] = try counts.int($1) }
        }
        return TriggerReport(
            id: row.id,
            type: row.type,
            entity: row.entity,
            acceptedAt: row.acceptedAt,
            dueAt: row.dueAt,
            state: row.state,
            decisions: decisions,
            deliveries: deliveries ?? [:]
        )
    }
}
