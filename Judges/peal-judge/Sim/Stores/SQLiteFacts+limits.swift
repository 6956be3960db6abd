import GRDB
import PealCore

extension SQLiteFacts {
    func quotas() throws -> [QuotaFact] {
        try read(
            """
            SELECT \(app(of: "limit_count")), limit_id, scope_key, window_start, window_end, used FROM limit_count
            ORDER BY app, limit_id, scope_key, window_start
            """
        ) { row in
            QuotaFact(
                app: try row.app(0),
                limit: row.text(1),
                scope: row.text(2),
                start: row.time(3),
                end: row.time(4),
                used: row[5]
            )
        }
    }

    func syncPushes() throws -> [SyncPushFact] {
        try read(
            """
            SELECT \(app(of: "sync_push")), device_id, user_id, provider, due_at, expires_at, epoch, retries, badge,
                sent_at
            FROM sync_push ORDER BY app, device_id
            """
        ) { row in
            SyncPushFact(
                app: try row.app(0),
                device: try row.id(1),
                user: UserID(row.text(2)),
                provider: ProviderID(rawValue: row.text(3)),
                dueAt: row.timeIfAny(4),
                expiresAt: row.time(5),
                epoch: row[6],
                retries: row[7],
                hasBadge: row[8],
                sentAt: row.timeIfAny(9)
            )
        }
    }
}
