import PealCore

/// The apps that have rows in a partial index that begins with the app: one seek for each.
struct WaitingApps {
    private let table: String
    private let condition: String
    private let nextApp: String

    /// - Parameters:
    ///   - table: the table that the rows are in.
    ///   - index: its partial index.
    init(in table: String, where index: PartialIndex) {
        self.table = table
        condition = index.condition
        nextApp = "SELECT app FROM \(table) WHERE \(condition) AND app > ? ORDER BY app LIMIT 1"
    }

    /// The apps, by name.
    func read(_ db: SQLConnection) throws -> [AppID] {
        var apps: [AppID] = []
        var key: Int64 = 0
        while let next = try db.value(Int64.self, nextApp, [key]) {
            key = next
            apps.append(try db.app(key))
        }
        return apps.sorted()
    }

    /// The earliest instant after `now` in a column that follows the app in the index.
    func earliest(_ column: String, after now: Timestamp, _ db: SQLConnection) throws -> Int64? {
        try read(db).compactMap { app in
            try db.value(
                Int64.self,
                "SELECT MIN(\(column)) FROM \(table) WHERE \(condition) AND app = ? AND \(column) > ?",
                [app.bound, now.milliseconds]
            )
        }.min()
    }

    /// The apps of which a row has come due.
    func due(_ column: String, at now: Timestamp, _ db: SQLConnection) throws -> [AppID] {
        try read(db).filter { app in
            try db.exists(
                "SELECT 1 FROM \(table) WHERE \(condition) AND app = ? AND \(column) <= ? LIMIT 1",
                [app.bound, now.milliseconds]
            )
        }
    }
}

extension WaitingApps {
    /// Pushes that are held.
    static let held = WaitingApps(in: "notification", where: .held)
    /// Pushes that wait in digest windows.
    static let digested = WaitingApps(in: "notification", where: .digested)
    /// Firings that are planned.
    static let planned = WaitingApps(in: "schedule", where: .planned)
    /// Pushes that a device is to confirm.
    static let unconfirmed = WaitingApps(in: "notification", where: .unconfirmed)
    /// Pushes that wait to be sent once more.
    static let redelivered = WaitingApps(in: "redelivery", where: .redelivered)
    /// Users that are due to be looked at by time alone.
    static let looks = WaitingApps(in: "reachability", where: .looks)
    /// Triggers that are not fanned out.
    static let triggers = WaitingApps(in: "trigger", where: .open)
}
