/// A port that a simulator listens on.
public struct SimulatorPort: Sendable, Hashable {
    /// Its name in the ready line; each name exists once.
    public var name: String
    /// What listens there, as the help calls it.
    public var title: String
    /// The name of the service in the help's list of those that use TLS; `nil` when it does not, or is in the list already.
    public var titleWithTLS: String?
    /// Whether its number comes after the first ports of all simulators: so a port that is added changes no other number.
    public var isAdded: Bool

    /// Describes a port.
    public init(_ name: String, _ title: String, titleWithTLS: String? = nil, isAdded: Bool = false) {
        self.name = name
        self.title = title
        self.titleWithTLS = titleWithTLS
        self.isAdded = isAdded
    }
}
