public import PealStore

extension MemoryStore: ChangeStore {
    /// Makes groups of changes in one transaction, each all or nothing.
    public func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult] {
        try await write { contents in
            try groups.map { group in
                var rows = contents[group.app]
                var readers = contents.log.readers
                let result = try rows.apply(group.changes, &readers)
                if result.isApplied {
                    contents[group.app] = rows
                    contents.log.readers = readers
                }
                return result
            }
        }
    }
}
