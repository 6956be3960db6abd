public import PealCore
public import PealStore

extension MemoryStore: FatigueStore {
    /// The users of every app.
    public func peopleCounts() async throws -> [AppID: Int] {
        read { contents in
            Dictionary(uniqueKeysWithValues: contents.all.map { ($0.app, $0.users.count) })
        }
    }

    /// Categories that users opted out of, by app and category.
    public func fatigue() async throws -> [CategoryFatigue] {
        read { contents in
            contents.all.flatMap { rows in
                rows.optOuts.sorted { $0.key < $1.key }.map {
                    CategoryFatigue(app: rows.app, category: $0.key, optedOut: $0.value)
                }
            }
        }
    }
}
