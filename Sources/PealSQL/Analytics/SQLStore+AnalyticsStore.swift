package import PealCore

extension SQLStore {
    /// What events are read with; what is not there any longer is left out.
    package func analyticsFacts(_ question: AnalyticsQuestion, app: AppID) async throws -> AnalyticsFacts {
        try await read { db in try AnalyticsFactRows(app: app).facts(question, db) }
    }

    /// The events of an app from a cursor on, in the order in which they were kept, at most `limit`.
    package func analyticsEvents(of app: AppID, from cursor: EventCursor, limit: Int) async throws -> AnalyticsPage {
        try await read { db in try AnalyticsRows(app: app).page(from: cursor, limit: limit, db) }
    }

    /// The counts of some hours of an app, added by their keys.
    package func analyticsCounts(of app: AppID, within hours: Range<AnalyticsHour>) async throws -> [AnalyticsKey: Int]
    {
        try await read { db in try AnalyticsRows(app: app).counts(within: hours, db) }
    }

    /// Deletes what is past ``AnalyticsRetention``; costs no write when nothing is.
    package func sweepAnalytics(now: Timestamp, limit: Int) async throws -> Int {
        let sweep = AnalyticsSweep(now: now)
        guard try await read({ db in try sweep.isDue(db) }) else { return 0 }
        return try await writer.perform(.progress, weight: limit) { db in try sweep.run(limit: limit, db) }
    }
}
