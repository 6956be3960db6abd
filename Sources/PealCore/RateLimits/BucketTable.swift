/// The buckets of many callers in bounded memory.
///
/// Two generations: when the young one has half of the bound, it becomes the old one and the old one is forgotten. Whoever
/// calls is young again, so only callers that were silent while `limit / 2` others called start with a full bucket.
public struct BucketTable<Key: Hashable & Sendable>: Sendable {
    private let rule: RateRule
    private let half: Int
    private var young: [Key: TokenBucket] = [:]
    private var old: [Key: TokenBucket] = [:]

    /// An empty table.
    /// - Parameters:
    ///   - rule: holds for every caller.
    ///   - limit: the most buckets that are kept.
    public init(rule: RateRule, limit: Int) {
        self.rule = rule
        half = max(limit / 2, 1)
    }

    /// How many buckets are kept.
    public var count: Int { young.count + old.count }

    /// Takes a token from a caller's bucket.
    public mutating func take(_ key: Key, at now: Int64) -> TokenBucket.Verdict {
        var bucket = young[key] ?? old.removeValue(forKey: key) ?? TokenBucket()
        let verdict = bucket.take(rule, at: now)
        if young[key] == nil, young.count >= half {
            old = young
            young = [:]
        }
        young[key] = bucket
        return verdict
    }
}
