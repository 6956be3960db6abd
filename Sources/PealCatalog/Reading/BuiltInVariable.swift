/// Variables that every template has without declaring them (design §3).
enum BuiltInVariable {
    /// In copy, links, threads and keys.
    static let everywhere: Set<String> = ["entityId", "parentId", "recipientId", "transition"]
    /// In dedupe keys alone.
    static let inKeys: Set<String> = ["type", "entity"]
    /// In the copy of digests and summaries alone.
    static let inDigests: Set<String> = ["count"]
    /// Names that a declaration may not take.
    static let all = everywhere.union(inKeys)
}
