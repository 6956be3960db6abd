import GRDB
import PealCore

/// When there is something to do, from the partial indexes of due work alone.
enum DueWork {
    private static let ranks = Priority.allCases.map(\.rank)

    static func next(after now: Timestamp, _ db: Database) throws -> Timestamp? {
        var earliest = [
            try db.value(
                Int64.self,
                "SELECT MIN(due_at) FROM trigger WHERE fan_out <> 'finished' AND cancelled_at IS NULL AND due_at > ?",
                [now.milliseconds]
            ),
            try db.value(
                Int64.self,
                "SELECT MIN(held_until) FROM notification WHERE held_until IS NOT NULL AND held_until > ?",
                [now.milliseconds]
            ),
        ]
        for app in try pendingApps(db) {
            for rank in ranks {
                earliest.append(
                    try db.value(
                        Int64.self,
                        "SELECT MIN(due_at) FROM delivery WHERE state = 'pending' AND app = ? AND rank = ? AND due_at > ?",
                        [app.rawValue, rank, now.milliseconds]
                    )
                )
            }
        }
        return earliest.compactMap(\.self).min().map { Timestamp(milliseconds: $0) }
    }

    static func exists(at now: Timestamp, _ db: Database) throws -> Bool {
        if try db.exists("SELECT 1 FROM delivery WHERE state = 'sending' AND epoch > 0 LIMIT 1") { return true }
        if try db.exists(
            "SELECT 1 FROM trigger WHERE fan_out <> 'finished' AND cancelled_at IS NULL AND due_at <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        if try db.exists(
            "SELECT 1 FROM notification WHERE held_until IS NOT NULL AND held_until <= ? LIMIT 1",
            [now.milliseconds]
        ) {
            return true
        }
        return try pendingApps(db).contains { app in
            try ranks.contains { rank in
                try db.exists(
                    "SELECT 1 FROM delivery WHERE state = 'pending' AND app = ? AND rank = ? AND due_at <= ? LIMIT 1",
                    [app.rawValue, rank, now.milliseconds]
                )
            }
        }
    }

    /// The apps that have deliveries pending: one look into the index for each, however many deliveries there are.
    static func pendingApps(_ db: Database) throws -> [AppID] {
        var apps: [AppID] = []
        while let next = try db.value(
            String.self,
            "SELECT app FROM delivery WHERE state = 'pending' AND app > ? ORDER BY app LIMIT 1",
            [apps.last?.rawValue ?? ""]
        ) {
            apps.append(AppID(next))
        }
        return apps
    }
}
