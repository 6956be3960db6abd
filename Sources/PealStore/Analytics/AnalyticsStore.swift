public import PealCore

/// Keeps the events of the specification and the hourly counts that summaries are made of (R218–R222).
///
/// Both are written by ``Change/keepAnalytics(_:)`` in the transaction that moves the cursor of
/// ``EventReader/analytics``, so that each event of the log counts exactly once.
public protocol AnalyticsStore: Sendable {
    /// What events are read with; what is not there any longer is left out.
    func analyticsFacts(_ question: AnalyticsQuestion, app: AppID) async throws -> AnalyticsFacts

    /// The events of an app from a cursor on, in the order in which they were kept, at most `limit`.
    func analyticsEvents(of app: AppID, from cursor: EventCursor, limit: Int) async throws -> AnalyticsPage

    /// The counts of some hours of an app, added by their keys.
    func analyticsCounts(of app: AppID, within hours: Range<AnalyticsHour>) async throws -> [AnalyticsKey: Int]

    /// Deletes what is past ``AnalyticsRetention``, at most `limit` rows of each; returns how many.
    func sweepAnalytics(now: Timestamp, limit: Int) async throws -> Int
}

/// How long analytics are kept.
public enum AnalyticsRetention {
    /// For events.
    public static let events = Duration.seconds(7 * 86_400)
    /// For the counts of an hour, and for what is known of a participant since it last changed.
    public static let counts = Duration.seconds(90 * 86_400)
}
