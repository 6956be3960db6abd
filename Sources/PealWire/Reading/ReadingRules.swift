public import PealCore

/// How strictly a body is read.
public struct ReadingRules: Sendable {
    /// Whether unknown members are problems: for backends they are; end users' clients may be newer than the server.
    public var refusesUnknownMembers: Bool
    /// Whether what a client says next to its act is left out where it cannot be understood; a backend's is refused.
    public var forgivesHints: Bool
    /// The push services that a device may name, and the channels that have switches.
    public var providers: Providers
    /// Whether a zone of that IANA name exists.
    public var zoneExists: @Sendable (String) -> Bool
    /// The existing zone whose name is nearest to an unknown one.
    public var nearestZone: @Sendable (String) -> String?
    /// The existing zone whose name is that text in other letters: `europe/berlin`.
    public var spelledZone: @Sendable (String) -> String?

    /// Sets the rules.
    public init(
        refusesUnknownMembers: Bool,
        forgivesHints: Bool = false,
        providers: Providers,
        nearestZone: @escaping @Sendable (String) -> String? = { _ in nil },
        spelledZone: @escaping @Sendable (String) -> String? = { _ in nil },
        zoneExists: @escaping @Sendable (String) -> Bool
    ) {
        self.refusesUnknownMembers = refusesUnknownMembers
        self.forgivesHints = forgivesHints
        self.providers = providers
        self.nearestZone = nearestZone
        self.spelledZone = spelledZone
        self.zoneExists = zoneExists
    }
}
