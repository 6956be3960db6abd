public import PealCore
public import PealStore

extension MemoryStore: AnalyticsStore {
    /// What events are read with; what is not there any longer is left out.
    public func analyticsFacts(_ question: AnalyticsQuestion, app: AppID) async throws -> AnalyticsFacts {
        read(app) { $0.analyticsFacts(question) }
    }

    /// The events of an app from a cursor on, in the order in which they were kept, at most `limit`.
    public func analyticsEvents(of app: AppID, from cursor: EventCursor, limit: Int) async throws -> AnalyticsPage {
        read(app) { $0.analyticsPage(from: cursor, limit: limit) }
    }

    /// The counts of some hours of an app, added by their keys.
    public func analyticsCounts(of app: AppID, within hours: Range<AnalyticsHour>) async throws -> [AnalyticsKey: Int] {
        read(app) { $0.analytics.counts(within: hours) }
    }

    /// Deletes what is past ``AnalyticsRetention``.
    public func sweepAnalytics(now: Timestamp, limit: Int) async throws -> Int {
        try await write { contents in
            contents.apps.reduce(0) { $0 + contents[$1].analytics.sweep(now: now, limit: limit) }
        }
    }
}
