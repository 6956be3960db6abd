/// A reader of the event log whose cursor the store keeps.
public struct EventReader: RawRepresentable, Hashable, Sendable {
    /// The name its cursor is kept under.
    public let rawValue: String

    /// Names a reader.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The reader that plans silent sync pushes.
    public static let syncPushes = EventReader(rawValue: "sync-pushes")
    /// The reader that finds who joined the audience of a trigger that is open.
    public static let lateRecipients = EventReader(rawValue: "late-recipients")
}
