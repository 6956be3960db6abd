public import PealStore

extension MemoryStore: ChangeStore {
    /// Makes groups of changes in one transaction, each all or nothing.
    public func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        try await write { contents in
            try groups.map { group in
                var rows = contents[group.app]
                let result = try rows.apply(group.changes)
                if result.isApplied { contents[group.app] = rows }
                return result
            }
        }
    }
}
