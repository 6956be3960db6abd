import PealCore

/// Writes which catalog version's schedules all entities of an app are planned by.
struct PlanningChanges {
    var app: AppID

    func expect(atMost version: Int, _ db: SQLConnection) throws {
        let planned = try db.value(Int.self, "SELECT version FROM schedule_plan WHERE app = ?", [app.bound])
        guard planned ?? version <= version else { throw GuardFailed() }
    }

    func begin(_ version: Int, from earlier: Int?, _ db: SQLConnection) throws {
        guard let earlier else {
            try db.run(
                "INSERT INTO schedule_plan (app, version, is_complete) VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
                [app.bound, version]
            ).orFail()
            return
        }
        try db.run(
            "UPDATE schedule_plan SET version = ?, is_complete = 0 WHERE app = ? AND version = ?",
            [version, app.bound, earlier]
        ).orFail()
    }

    func end(_ version: Int, _ db: SQLConnection) throws {
        try db.run(
            "UPDATE schedule_plan SET is_complete = 1 WHERE app = ? AND version = ?",
            [app.bound, version]
        ).orFail()
    }
}
