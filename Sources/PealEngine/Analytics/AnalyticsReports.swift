public import PealCore
import PealStore

/// Shows what analytics say: the events of the specification, and rates and latencies (R218–R222).
///
/// A call first reads what is in the event log, so that it shows all that was committed before it.
public struct AnalyticsReports: Sendable {
    private let store: any AnalyticsStore & OptOutStore
    private let read: ReadAnalytics

    init(store: any AnalyticsStore & OptOutStore, read: ReadAnalytics) {
        self.store = store
        self.read = read
    }

    /// The events of an app from a cursor on.
    /// - Parameters:
    ///   - app: the app.
    ///   - cursor: where to begin; `nil` begins with the first that is kept.
    ///   - limit: how many at most.
    /// - Returns: the page.
    /// - Throws: ``StoreError``.
    public func events(of app: AppID, from cursor: EventCursor?, limit: Int) async throws -> AnalyticsPage {
        try await read.catchUp()
        return try await store.analyticsEvents(of: app, from: cursor ?? .beginning, limit: limit)
    }

    /// The summary of some hours of an app.
    /// - Parameters:
    ///   - app: the app.
    ///   - hours: the hours.
    ///   - dimensions: what is counted apart.
    /// - Returns: rates, latencies and who opted out.
    /// - Throws: ``StoreError``.
    public func summary(
        of app: AppID,
        within hours: Range<AnalyticsHour>,
        by dimensions: Set<AnalyticsSummary.Dimension>
    ) async throws -> AnalyticsReport {
        try await read.catchUp()
        let counts = try await store.analyticsCounts(of: app, within: hours)
        return AnalyticsReport(
            hours: hours,
            summary: AnalyticsSummary(counts, by: dimensions),
            users: try await store.userCounts()[app] ?? 0,
            optOuts: try await store.optOuts().filter { $0.app == app }.map {
                AnalyticsReport.OptOut(category: $0.category, optedOut: $0.optedOut)
            }
        )
    }

    /// The failures of some hours of an app, each hour apart.
    /// - Parameters:
    ///   - app: the app.
    ///   - hours: the hours; each is read on its own.
    /// - Returns: how many there were of each category.
    /// - Throws: ``StoreError``.
    public func failures(of app: AppID, within hours: Range<AnalyticsHour>) async throws -> HourlyFailures {
        try await read.catchUp()
        var perHour: [[AnalyticsKey: Int]] = []
        for number in hours.lowerBound.number..<hours.upperBound.number {
            let hour = AnalyticsHour(number: number)
            perHour.append(
                try await store.analyticsCounts(of: app, within: hour..<AnalyticsHour(number: number + 1))
            )
        }
        return HourlyFailures(within: hours, perHour)
    }
}

/// A summary with who opted out.
public struct AnalyticsReport: Sendable {
    /// The hours that it is of.
    public var hours: Range<AnalyticsHour>
    /// Rates and latencies.
    public var summary: AnalyticsSummary
    /// How many users the app has now.
    public var users: Int
    /// How many of them want no pushes of a category, now.
    public var optOuts: [OptOut]

    /// Who opted out of a category.
    public struct OptOut: Sendable {
        /// The category.
        public var category: CategoryID
        /// Users who switched it, or its pushes, off.
        public var optedOut: Int
    }
}
