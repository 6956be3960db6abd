/// How strictly a body is read.
public struct ReadingRules: Sendable {
    /// Whether unknown members are problems: for backends they are; end users' clients may be newer than the server.
    public var refusesUnknownMembers: Bool
    /// Whether a zone of that IANA name exists.
    public var zoneExists: @Sendable (String) -> Bool
    /// The existing zone whose name is nearest to an unknown one.
    public var nearestZone: @Sendable (String) -> String?

    /// Sets the rules.
    public init(
        refusesUnknownMembers: Bool,
        nearestZone: @escaping @Sendable (String) -> String? = { _ in nil },
        zoneExists: @escaping @Sendable (String) -> Bool
    ) {
        self.refusesUnknownMembers = refusesUnknownMembers
        self.nearestZone = nearestZone
        self.zoneExists = zoneExists
    }
}
