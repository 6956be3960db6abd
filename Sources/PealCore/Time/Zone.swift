/// A time zone: its IANA name and the rules behind it.
public struct Zone: Hashable, Sendable, CustomStringConvertible {
    /// The IANA name, such as `Europe/Berlin`.
    public let name: String
    /// What the clocks of the zone show, and when they change.
    public let rules: ZoneRules

    /// Names rules.
    public init(name: String, rules: ZoneRules) {
        self.name = name
        self.rules = rules
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(name: "UTC", rules: .utc)

    /// The name.
    public var description: String { name }

    /// Two zones are the same when their names are.
    public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
