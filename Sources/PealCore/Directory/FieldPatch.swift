/// What a merge patch says of one member (RFC 7396): absent keeps the stored value, `null` removes it.
public enum FieldPatch<Value> {
    case keep
    case remove
    case set(Value)

    /// A new value; `nil` keeps the stored one.
    public init(_ value: Value?) { self = value.map(FieldPatch.set) ?? .keep }

    /// The new value; `nil` when there is none.
    public var value: Value? { if case .set(let value) = self { value } else { nil } }

    /// The value as the patch leaves it.
    /// - Parameter stored: the value as it is.
    /// - Returns: the merged value; `nil` for none.
    public func merged(into stored: Value?) -> Value? {
        switch self {
        case .keep: stored
        case .remove: nil
        case .set(let value): value
        }
    }
}

extension FieldPatch: Sendable where Value: Sendable {}
extension FieldPatch: Equatable where Value: Equatable {}
extension FieldPatch: Hashable where Value: Hashable {}
