import PealCore

/// Writes how the fan-outs of triggers go on.
struct FanOutChanges {
    var app: AppID
    var id: TriggerID

    private var key: [SQLValue] { [app.bound, id.blob] }

    func move(_ move: FanOutMove, _ db: SQLConnection) throws {
        try db.run(
            move.pass == nil ? Self.move : Self.movePass,
            key + [
                move.phase?.rawValue, move.to.cursor?.rawValue, move.to.dueAt.milliseconds,
                move.from.cursor?.rawValue, move.from.dueAt.milliseconds, TriggerState.Phase.finished.rawValue,
            ] + (move.pass.map { [$0.rawValue] } ?? [])
        ).orFail()
    }

    private static let move = update(alsoSetting: "")
    /// Few triggers have local times; for the others, the index on them is left alone.
    private static let movePass = update(alsoSetting: ", local_pass = ?9")

    private static func update(alsoSetting more: String) -> String {
        """
        UPDATE trigger SET fan_out = COALESCE(?3, fan_out), cursor = ?4, due_at = ?5\(more)
        WHERE app = ?1 AND id = ?2 AND cursor {same} ?6 AND due_at = ?7 AND fan_out <> ?8 AND cancelled_at IS NULL
        """
    }

    func expectRecipients(known: [UserID], unknown: [UserID], _ db: SQLConnection) throws {
        for user in known {
            guard try UserRows.exists(user, app: app, db) else { throw GuardFailed() }
        }
        for user in unknown where try NamedUsers.leftOut(user, of: id, app: app, db) {
            throw GuardFailed()
        }
    }

    func keepWaits(_ waits: [UserID: Timestamp], _ db: SQLConnection) throws {
        for (user, instant) in waits.sorted(by: { $0.key < $1.key }) {
            try db.run(
                """
                INSERT INTO local_wait (app, trigger_id, user_id, instant) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, trigger_id, user_id) DO UPDATE SET instant = excluded.instant
                """,
                key + [user.rawValue, instant.milliseconds]
            )
        }
    }

    func endWaits(_ users: [UserID], _ db: SQLConnection) throws {
        for user in users {
            try db.run(
                "DELETE FROM local_wait WHERE app = ? AND trigger_id = ? AND user_id = ?",
                key + [user.rawValue]
            )
        }
    }

    /// Lets users wait for an instant, and makes the trigger due then if it would be later.
    ///
    /// During its first pass, the end of that does.
    func admit(_ users: [UserID], at instant: Timestamp, _ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE trigger SET local_pass = CASE WHEN local_pass < ?3 THEN ?3 ELSE local_pass END,
                due_at = CASE local_pass WHEN ?4 THEN CASE WHEN due_at > ?5 THEN ?5 ELSE due_at END ELSE due_at END
            WHERE app = ?1 AND id = ?2 AND \(PartialIndex.open.condition)
            """,
            key + [LocalPass.placing.rawValue, LocalPass.placed.rawValue, instant.milliseconds]
        ).orFail()
        for user in users {
            try db.run(
                """
                INSERT INTO local_wait (app, trigger_id, user_id, instant) VALUES (?, ?, ?, ?)
                ON CONFLICT (app, trigger_id, user_id) DO NOTHING
                """,
                key + [user.rawValue, instant.milliseconds]
            )
        }
    }

    /// Ends a fan-out whose first pass is over.
    func close(_ db: SQLConnection) throws {
        try db.run(
            """
            UPDATE trigger SET fan_out = ?3, local_pass = ?4
            WHERE app = ?1 AND id = ?2 AND local_pass = ?5 AND \(PartialIndex.open.condition)
            """,
            key + [
                TriggerState.Phase.finished.rawValue, LocalPass.none.rawValue, LocalPass.placed.rawValue,
            ]
        ).orFail()
        try db.run("DELETE FROM local_wait WHERE app = ? AND trigger_id = ?", key)
    }

    func expectWait(earliest: Timestamp?, _ db: SQLConnection) throws {
        guard try LocalWaits(app: app, trigger: id).earliest(db) == earliest else { throw GuardFailed() }
    }
}
