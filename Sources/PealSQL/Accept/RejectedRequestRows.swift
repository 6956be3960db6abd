import PealCore

/// Counts requests that were rejected or duplicates, in a ring for each app and kind.
enum RejectedRequestRows {
    static func count(_ rejected: RejectedTrigger, app: AppID, _ db: SQLConnection) throws {
        let ring: [SQLValue]
        let what: [SQLValue]
        let scope: String
        switch rejected.cause {
        case .limit(let refusal):
            ring = [app.bound, RejectedRequestFilter.Kind.refused.rawValue]
            what = [refusal.limit.id, rejected.type.rawValue, refusal.key, refusal.resetsAt.milliseconds]
            scope = refusal.limit.scope.rawValue
        case .duplicate(of: let holder):
            ring = [app.bound, RejectedRequestFilter.Kind.duplicate.rawValue]
            what = [holder.description, rejected.type.rawValue, "", 0]
            scope = ""
        }
        let at = rejected.at.milliseconds
        let isKnown = try db.run(
            """
            UPDATE rejected_request SET count = count + 1, last_at = CASE WHEN last_at < ?7 THEN ?7 ELSE last_at END
            WHERE app = ?1 AND kind = ?2 AND subject = ?3 AND type = ?4 AND scope_key = ?5 AND resets_at = ?6
            """,
            ring + what + [at]
        )
        guard isKnown == 0 else { return }
        let newest = try db.value(Int.self, "SELECT MAX(seq) FROM rejected_request WHERE app = ? AND kind = ?", ring)
        let seq = (newest ?? 0) + 1
        try db.run(
            """
            INSERT INTO rejected_request
                (app, kind, subject, type, scope_key, resets_at, scope, seq, count, first_at, last_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9, ?9)
            """,
            ring + what + [scope, seq, at]
        )
        try db.run(
            "DELETE FROM rejected_request WHERE app = ? AND kind = ? AND seq <= ?",
            ring + [seq - RejectedRequests.remembered]
        )
    }

    /// The latest first.
    static func find(_ filter: RejectedRequestFilter, app: AppID, limit: Int, _ db: SQLConnection) throws
        -> [RejectedRequests]
    {
        try db.all(
            """
            SELECT subject, scope_key, resets_at, type, count, first_at, last_at FROM rejected_request
            WHERE app = ?1 AND kind = ?2 AND (type = ?3 OR ?3 IS NULL) AND (last_at >= ?4 OR ?4 IS NULL)
                AND (?5 IS NULL OR subject IN (SELECT value FROM {texts ?5 j}))
            ORDER BY last_at DESC, seq DESC LIMIT ?6
            """,
            [
                app.bound, filter.kind.rawValue, filter.type?.rawValue, filter.since?.milliseconds,
                try TextList(unlessEmpty: filter.triggers.map(\.description)), limit,
            ]
        ) { row -> RejectedRequests? in
            let subject = try row.text(0)
            let cause: RejectedRequests.Cause
            switch filter.kind {
            case .refused:
                cause = .limit(id: subject, scope: try row.text(1), resetsAt: try row.time(2))
            case .duplicate:
                guard let trigger = TriggerID(subject) else { return nil }
                cause = .duplicate(of: trigger)
            }
            return RejectedRequests(
                cause: cause,
                type: try row.key(3),
                count: try row.int(4),
                firstAt: try row.time(5),
                lastAt: try row.time(6)
            )
        }.compactMap(\.self)
    }

    static func sweep(app: AppID, before instant: Timestamp, _ db: SQLConnection) throws {
        for kind in RejectedRequestFilter.Kind.allCases {
            try db.run(
                "DELETE FROM rejected_request WHERE app = ? AND kind = ? AND last_at < ?",
                [app.bound, kind.rawValue, instant.milliseconds]
            )
        }
    }

    /// Forgets the actor that limits counted: they are being erased.
    static func forget(_ user: UserID, app: AppID, _ db: SQLConnection) throws {
        try db.run(
            "DELETE FROM rejected_request WHERE app = ? AND kind = ? AND scope = ? AND scope_key = ?",
            [
                app.bound, RejectedRequestFilter.Kind.refused.rawValue, SenderLimit.Scope.actor.rawValue, user.rawValue,
            ]
        )
    }
}
