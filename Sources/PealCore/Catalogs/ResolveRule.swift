/// What a type ends when it is sent: notifications of other types about the same entity.
public struct ResolveRule: Sendable, Equatable {
    /// The types that it ends.
    public var types: Set<TypeID>
    /// Variables that have the same value in both triggers; empty takes every trigger about the entity.
    public var same: [String]

    /// Joins both parts.
    public init(types: Set<TypeID>, same: [String] = []) {
        self.types = types
        self.same = same
    }

    /// Whether a trigger's variables say that it is about the same as an earlier one.
    public func matches(_ data: [String: JSONValue], _ earlier: [String: JSONValue]) -> Bool {
        same.allSatisfy { data[$0] == earlier[$0] }
    }
}
