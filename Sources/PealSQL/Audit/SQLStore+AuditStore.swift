package import PealCore
package import PealStore

extension SQLStore {
    /// The next events that entries are made from, with what is stored of their objects.
    package func auditRecords(after cursor: EventCursor, limit: Int) async throws -> AuditPage {
        try await read { db in
            switch try EventLogRows.references(of: AuditRules.kinds, after: cursor, limit: limit, db) {
            case .resync(let end): return .resync(end)
            case .events(let found, let next):
                let rows = AuditRecordRows(db: db)
                return .records(try found.map { try rows.record($0) }, next: next)
            }
        }
    }

    /// How far an app's log has come.
    package func auditTree(of app: AppID) async throws -> AuditTree {
        try await read { db in try AuditRows(app: app).tree(db) }
    }

    /// The apps that have a log.
    package func auditedApps() async throws -> [AppID] {
        try await read { db in try db.all("SELECT app FROM audit_tree") { try $0.key(0) as AppID }.sorted() }
    }

    /// The apps whose log has entries that no checkpoint covers.
    package func appsToCheckpoint() async throws -> [AppID] {
        try await read { db in
            try db.all(
                """
                SELECT app FROM audit_tree
                WHERE size > COALESCE((
                    SELECT MAX(c.size) FROM audit_checkpoint c WHERE c.app = audit_tree.app AND c.size > 0), 0)
                """
            ) { try $0.key(0) as AppID }.sorted()
        }
    }

    /// Entries of a log, in the order of their numbers or against it.
    package func auditEntries(
        of app: AppID,
        _ filter: AuditFilter,
        after: Int?,
        limit: Int,
        newestFirst: Bool
    ) async throws -> [StoredAuditEntry] {
        try await read { db in
            try AuditEntryRows(app: app).page(filter, after: after, limit: limit, newestFirst: newestFirst, db)
        }
    }

    /// Checkpoints of a log, the newest first.
    package func auditCheckpoints(of app: AppID, below size: Int?, limit: Int) async throws -> [StoredCheckpoint] {
        try await read { db in try AuditRows(app: app).checkpoints(below: size, limit: limit, db) }
    }

    /// The reference of a user.
    package func auditReference(of user: UserID, app: AppID) async throws -> Int64? {
        try await read { db in
            try db.value(
                Int64.self,
                "SELECT key FROM user_key WHERE app = ? AND user_id = ?",
                [app.bound, user.rawValue]
            )
        }
    }

    /// The sealed key of a user's claims.
    package func auditSecret(of user: UserID, app: AppID) async throws -> [UInt8]? {
        try await read { db in
            try db.first(
                "SELECT sealed_secret FROM audit_secret WHERE app = ? AND user_id = ?",
                [app.bound, user.rawValue]
            ) { try $0.bytes(0) }
        }
    }

    /// What a user's claims have added on the day of the last one.
    package func claimUse(of user: UserID, app: AppID) async throws -> ClaimUse {
        try await read { db in
            try db.first(
                "SELECT claim_day, claim_count, claim_bytes FROM audit_secret WHERE app = ? AND user_id = ?",
                [app.bound, user.rawValue]
            ) { ClaimUse(day: try $0.int(0), count: try $0.int(1), bytes: try $0.int(2)) } ?? ClaimUse()
        }
    }

    /// Deletes the oldest entries up to a checkpoint.
    package func pruneAudit(of app: AppID, before instant: Timestamp, limit: Int) async throws -> Int {
        // Mostly nothing is old enough, and looking costs no write.
        let isOld = try await read { db in
            try AuditPageRows(app: app).isAnyOld(before: instant, in: try AuditRows(app: app).tree(db), db)
        }
        guard isOld else { return 0 }
        return try await writer.perform(.progress, weight: limit) { db in
            try AuditRows(app: app).prune(before: instant, limit: limit, db)
        }
    }
}
