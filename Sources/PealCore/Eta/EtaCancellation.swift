/// An RSVP that "can't make it" cancelled, and that another reply puts back for a while (R197).
public struct EtaCancellation: Sendable, Equatable, Codable {
    /// The RSVP before.
    public var rsvp: String
    /// When it was cancelled.
    public var at: Timestamp

    /// How long another reply puts the RSVP back.
    public static let openFor = Duration.seconds(600)

    /// Joins both parts.
    public init(rsvp: String, at: Timestamp) {
        self.rsvp = rsvp
        self.at = at
    }

    /// Whether a reply of a member can put the RSVP back: not after the backend has changed the membership itself.
    /// - Parameters:
    ///   - member: the member as it is stored.
    ///   - now: the instant.
    /// - Returns: whether it can.
    func isOpen(for member: Member, at now: Timestamp) -> Bool { member.updatedAt == at && now < at + Self.openFor }
}
