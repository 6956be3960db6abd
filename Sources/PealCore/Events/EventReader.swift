/// A reader of the event log whose cursor the store keeps.
public struct EventReader: RawRepresentable, Hashable, Sendable {
    /// The name its cursor is kept under.
    public let rawValue: String

    /// Names a reader.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The reader that plans silent sync pushes.
    public static let syncPushes = EventReader(rawValue: "sync-pushes")
    /// The reader that queues outgoing events.
    public static let webhooks = EventReader(rawValue: "webhooks")
    /// The reader that finds who joined the audience of a trigger that is open.
    public static let lateRecipients = EventReader(rawValue: "late-recipients")
    /// The reader that counts, and keeps the events of the specification.
    public static let analytics = EventReader(rawValue: "analytics")
    /// The reader that exports the events of the specification.
    public static let logExport = EventReader(rawValue: "otlp-logs")
    /// The reader that exports traces.
    public static let traceExport = EventReader(rawValue: "otlp-traces")
    /// The reader that looks whether pushes reach users.
    public static let reachability = EventReader(rawValue: "reachability")
    /// The reader that writes audit logs.
    public static let audit = EventReader(rawValue: "audit")
}

/// How far a reader of the event log has come with what it writes in the same group.
public struct ReaderMove: Sendable, Equatable {
    /// The reader.
    public var reader: EventReader
    /// Where its cursor is expected; `nil` when it has kept none.
    public var from: EventCursor?
    /// Where it is moved to.
    public var to: EventCursor

    /// Joins the parts.
    public init(of reader: EventReader, from: EventCursor?, to: EventCursor) {
        self.reader = reader
        self.from = from
        self.to = to
    }
}
