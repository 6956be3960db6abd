/// The windows of one sender limit for those whose triggers it counts together.
public struct QuotaWindows: Sendable, Hashable {
    /// The limit's name.
    public var limit: String
    /// Whose triggers count together: an organisation or an actor.
    public var key: String

    /// Names the windows of a limit.
    public init(limit: String, key: String) {
        self.limit = limit
        self.key = key
    }

    init(_ scope: QuotaPlan.Scope) { self.init(limit: scope.limit.id, key: scope.key) }
}
