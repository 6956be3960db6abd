/// How strictly a body is read.
public struct ReadingRules: Sendable {
    /// Whether members nobody asked for are problems: for backends they are, people's clients may be newer than the server.
    public var refusesUnknownMembers: Bool
    /// Whether a zone of that IANA name exists.
    public var zoneExists: @Sendable (String) -> Bool

    /// Sets the rules.
    public init(refusesUnknownMembers: Bool, zoneExists: @escaping @Sendable (String) -> Bool) {
        self.refusesUnknownMembers = refusesUnknownMembers
        self.zoneExists = zoneExists
    }
}
