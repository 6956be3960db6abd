import GRDB
public import PealCore
public import PealStore

extension SQLiteStore: FatigueStore {
    /// The people of every app.
    public func peopleCounts() async throws -> [AppID: Int] {
        try await read { db in
            let counts = try db.all("SELECT app, people FROM person_count") { (AppID(try $0.text(0)), try $0.int(1)) }
            return Dictionary(uniqueKeysWithValues: counts)
        }
    }

    /// Categories somebody opted out of, by app and category.
    public func fatigue() async throws -> [CategoryFatigue] {
        try await read { db in
            try db.all("SELECT app, category, people FROM opt_out_count ORDER BY app, category") {
                CategoryFatigue(
                    app: AppID(try $0.text(0)),
                    category: CategoryID(try $0.text(1)),
                    optedOut: try $0.int(2)
                )
            }
        }
    }
}
