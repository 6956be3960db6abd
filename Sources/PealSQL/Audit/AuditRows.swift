import PealCore

/// Appends to the audit log of an app, and reads it.
///
/// The schema's triggers refuse everything else than appending and pruning.
struct AuditRows {
    var app: AppID

    func tree(_ db: SQLConnection) throws -> AuditTree {
        try db.first(
            "SELECT size, first_seq, at, frontier, last_hash FROM audit_tree WHERE app = ?",
            [app.bound]
        ) { row in
            var tree = AuditTree()
            tree.size = try row.int(0)
            tree.first = try row.int(1)
            tree.at = try row.time(2)
            tree.frontier = try row.bytes(3)
            tree.last = try row.bytes(4)
            return tree
        } ?? AuditTree()
    }

    func append(_ append: AuditAppend, _ db: SQLConnection) throws {
        let found = try tree(db)
        guard found.size == append.from.size, found.last == append.from.last else { throw AuditAppend.misplaced }
        try AuditPageRows(app: app).append(append.entries, after: found.at, db)
        let tree = append.to
        let bindings: [SQLValue] = [app.bound, tree.size, tree.at.milliseconds, tree.frontier, tree.last]
        let known = try db.run(
            "UPDATE audit_tree SET size = ?2, at = ?3, frontier = ?4, last_hash = ?5 WHERE app = ?1",
            bindings
        )
        guard known == 0 else { return }
        try db.run("INSERT INTO audit_tree (app, size, at, frontier, last_hash) VALUES (?, ?, ?, ?, ?)", bindings)
    }

    func add(_ checkpoint: StoredCheckpoint, _ events: inout EventBatch, _ db: SQLConnection) throws {
        let newest = try newestSize(db) ?? 0
        guard newest < checkpoint.size, try tree(db).size >= checkpoint.size else {
            throw GuardFailed()
        }
        try db.run(
            """
            INSERT INTO audit_checkpoint (app, size, at, note, verification_key, frontier, last_hash)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                app.bound, checkpoint.size, checkpoint.at.milliseconds, checkpoint.text, checkpoint.key,
                checkpoint.frontier, checkpoint.last,
            ]
        )
        events.add(.auditCheckpoint, app: app, .checkpoint(size: checkpoint.size))
    }

    func keep(_ secret: [UInt8], of user: UserID, _ db: SQLConnection) throws {
        try ErasedUsers.refuse(user, app: app, db)
        try db.run(
            "INSERT INTO audit_secret (app, user_id, sealed_secret) VALUES (?, ?, ?) ON CONFLICT (app, user_id) DO NOTHING",
            [app.bound, user.rawValue, secret]
        )
    }

    func count(_ claim: ClaimChange, _ db: SQLConnection) throws {
        try ErasedUsers.refuse(claim.user, app: app, db)
        if let notification = claim.notification {
            try db.run(
                "UPDATE notification SET claims = claims | ?1 WHERE app = ?2 AND id = ?3 AND user_id = ?4 AND claims & ?1 = 0",
                [claim.action.claimBit, app.bound, notification.blob, claim.user.rawValue]
            ).orFail()
        }
        try db.run(
            """
            UPDATE audit_secret SET claim_day = ?, claim_count = ?, claim_bytes = ?
            WHERE app = ? AND user_id = ? AND claim_day = ? AND claim_count = ? AND claim_bytes = ?
            """,
            [
                claim.to.day, claim.to.count, claim.to.bytes, app.bound, claim.user.rawValue, claim.from.day,
                claim.from.count, claim.from.bytes,
            ]
        ).orFail()
    }

    private func newestSize(_ db: SQLConnection) throws -> Int? {
        try db.value(Int.self, "SELECT MAX(size) FROM audit_checkpoint WHERE app = ? AND size > 0", [app.bound])
    }

    func checkpoints(below size: Int?, limit: Int, _ db: SQLConnection) throws -> [StoredCheckpoint] {
        try db.all(
            """
            SELECT size, at, note, verification_key, frontier, last_hash FROM audit_checkpoint
            WHERE app = ? AND size < ? ORDER BY size DESC LIMIT ?
            """,
            [app.bound, size ?? .max, limit]
        ) { row in
            StoredCheckpoint(
                size: try row.int(0),
                at: try row.time(1),
                text: try row.text(2),
                key: try row.text(3),
                frontier: try row.bytes(4),
                last: try row.bytes(5)
            )
        }
    }

    /// Moves the start of the log to the newest checkpoint that covers only entries from before an instant, and deletes
    /// some of what is in front of it; how many.
    func prune(before instant: Timestamp, limit: Int, _ db: SQLConnection) throws -> Int {
        let tree = try tree(db)
        let old = try AuditEntryRows(app: app).first(at: instant, in: tree, db)
        let cut = try db.value(
            Int.self,
            "SELECT MAX(size) FROM audit_checkpoint WHERE app = ? AND size <= ?",
            [app.bound, old]
        )
        if let cut, cut > tree.first {
            try db.run("UPDATE audit_tree SET first_seq = ? WHERE app = ?", [cut, app.bound])
        }
        return try AuditPageRows(app: app).delete(before: max(cut ?? 0, tree.first), limit: limit, db)
    }
}
