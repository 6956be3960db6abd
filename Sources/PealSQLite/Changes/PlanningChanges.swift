import GRDB
import PealCore

/// Writes which catalog version's schedules all entities of an app are planned by.
struct PlanningChanges {
    var app: AppID

    func begin(_ version: Int, _ db: Connection) throws {
        try db.run(
            """
            INSERT INTO schedule_plan (app, version, is_complete) VALUES (?, ?, 0)
            ON CONFLICT (app) DO UPDATE SET version = excluded.version, is_complete = 0
            """,
            [app.bound, version]
        )
    }

    func end(_ version: Int, _ db: Connection) throws {
        try db.run(
            "UPDATE schedule_plan SET is_complete = 1 WHERE app = ? AND version = ?",
            [app.bound, version]
        ).orFail()
    }
}
