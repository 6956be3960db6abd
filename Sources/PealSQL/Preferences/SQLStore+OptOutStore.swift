package import PealCore
package import PealStore

extension SQLStore {
    /// The users of every app.
    package func userCounts() async throws -> [AppID: Int] {
        try await read { db in
            let counts = try db.all("SELECT app, users FROM user_count") { (try $0.key(0) as AppID, try $0.int(1)) }
            return Dictionary(uniqueKeysWithValues: counts)
        }
    }

    /// Categories that users opted out of, by app and category.
    package func optOuts() async throws -> [CategoryOptOuts] {
        try await read { db in
            let counts = try db.all("SELECT app, category, users FROM opt_out_count") {
                CategoryOptOuts(app: try $0.key(0), category: try $0.key(1), optedOut: try $0.int(2))
            }
            return counts.sorted { ($0.app, $0.category) < ($1.app, $1.category) }
        }
    }
}
