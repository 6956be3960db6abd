public import PealCore
public import PealStore

extension MemoryStore: OptOutStore {
    /// The users of every app.
    public func userCounts() async throws -> [AppID: Int] {
        read { contents in
            Dictionary(uniqueKeysWithValues: contents.all.map { ($0.app, $0.users.count) })
        }
    }

    /// Categories that users opted out of, by app and category.
    public func optOuts() async throws -> [CategoryOptOuts] {
        read { contents in
            contents.all.flatMap { rows in
                rows.optOuts.sorted { $0.key < $1.key }.map {
                    CategoryOptOuts(app: rows.app, category: $0.key, optedOut: $0.value)
                }
            }
        }
    }
}
