import PealCore

/// An event of the specification as a log record.
struct OTLPLogRecord: Sendable {
    /// When it happened.
    var at: Timestamp
    /// When it was read from the event log.
    var readAt: Timestamp
    /// Its name in the specification.
    var name: String
    /// Its members by their names in the specification, whether a client claims it, and the app.
    var attributes: [(name: String, value: JSONValue)]

    /// Writes an event down.
    /// - Parameters:
    ///   - item: the event, and the user of its notification.
    ///   - app: the app.
    ///   - now: when it was read.
    ///   - name: the name of a category in the specification.
    init(_ item: AnalyticsPage.Item, of app: AppID, readAt now: Timestamp, name: (CategoryID) -> String) {
        at = item.event.at
        readAt = now
        self.name = item.event.name
        attributes =
            item.event.members(of: item.user, name: name)
            + [("claimed", .bool(item.event.isClaimed)), ("peal.app", .string(app.rawValue))]
    }
}
