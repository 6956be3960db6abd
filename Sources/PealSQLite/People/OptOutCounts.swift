import GRDB
import PealCore

/// Keeps the counts of people who want no pushes of a category in step with what they choose.
enum OptOutCounts {
    static func change(from before: Preferences, to after: Preferences, app: AppID, _ db: Database) throws {
        let (old, new) = (before.withoutPush, after.withoutPush)
        for category in new.subtracting(old) { try count(1, category, app, db) }
        for category in old.subtracting(new) { try count(-1, category, app, db) }
    }

    private static func count(_ step: Int, _ category: CategoryID, _ app: AppID, _ db: Database) throws {
        try db.run(
            """
            INSERT INTO opt_out_count (app, category, people) VALUES (?, ?, ?)
            ON CONFLICT (app, category) DO UPDATE SET people = people + excluded.people
            """,
            [app.rawValue, category.rawValue, step]
        )
    }
}
