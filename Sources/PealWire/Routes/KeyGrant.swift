/// What one entry in a secret key's list of scopes allows: `triggers`, `triggers:read`, `*` or `*:read`.
public struct KeyGrant: Sendable, Hashable {
    /// The scope; `nil` is every scope.
    public var scope: Scope?
    /// Whether it allows only requests that change nothing.
    public var isReadOnly: Bool

    private static let everything = "*"
    private static let readSuffix = ":read"

    /// Joins both parts.
    public init(_ scope: Scope?, isReadOnly: Bool = false) {
        self.scope = scope
        self.isReadOnly = isReadOnly
    }

    /// Reads an entry; `nil` for a scope that is unknown.
    public init?(_ text: String) {
        isReadOnly = text.hasSuffix(Self.readSuffix)
        let name = isReadOnly ? String(text.dropLast(Self.readSuffix.count)) : text
        guard name != Self.everything else {
            scope = nil
            return
        }
        guard let scope = Scope(rawValue: name) else { return nil }
        self.scope = scope
    }

    /// The entry as it is stored and shown.
    public var text: String { (scope?.rawValue ?? Self.everything) + (isReadOnly ? Self.readSuffix : "") }

    /// Every entry that there is.
    public static let all: [KeyGrant] = [false, true].flatMap { isReadOnly in
        ([nil] + Scope.allCases).map { KeyGrant($0, isReadOnly: isReadOnly) }
    }

    /// Whether it allows a request of a scope.
    /// - Parameters:
    ///   - scope: the scope that the request needs.
    ///   - isReading: whether the request changes nothing.
    /// - Returns: whether this entry is enough.
    public func allows(_ scope: Scope, isReading: Bool) -> Bool {
        (self.scope == nil || self.scope == scope) && (isReading || !isReadOnly)
    }
}
