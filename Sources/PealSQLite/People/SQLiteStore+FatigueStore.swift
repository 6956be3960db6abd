public import PealCore
public import PealStore

extension SQLiteStore: FatigueStore {
    /// The users of every app.
    public func peopleCounts() async throws -> [AppID: Int] {
        try await read { db in
            let counts = try db.all("SELECT app, people FROM person_count") { (try $0.key(0) as AppID, try $0.int(1)) }
            return Dictionary(uniqueKeysWithValues: counts)
        }
    }

    /// Categories that users opted out of, by app and category.
    public func fatigue() async throws -> [CategoryFatigue] {
        try await read { db in
            let counts = try db.all("SELECT app, category, people FROM opt_out_count") {
                CategoryFatigue(app: try $0.key(0), category: try $0.key(1), optedOut: try $0.int(2))
            }
            return counts.sorted { ($0.app, $0.category) < ($1.app, $1.category) }
        }
    }
}
