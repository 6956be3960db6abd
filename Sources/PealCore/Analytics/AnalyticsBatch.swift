/// What is kept of some events of an app.
public struct AnalyticsBatch: Sendable, Equatable {
    /// The events, in order.
    public var events: [AnalyticsEvent]
    /// What is added to the counts of each hour.
    public var counts: [AnalyticsHour: [AnalyticsKey: Int]]
    /// What is known of participants from then on.
    public var arrivals: [Arrival.Key: Arrival]
    /// When they were read from the log.
    public var at: Timestamp

    /// Keeps what a reading found.
    /// - Parameters:
    ///   - reading: what events of the log mean.
    ///   - now: when they were read.
    public init(_ reading: AnalyticsReading, at now: Timestamp) {
        events = reading.events
        counts = reading.counts
        arrivals = reading.arrivals
        at = now
    }

    /// Adds to the counts of the hour that it is.
    public init(counts: [AnalyticsKey: Int], at now: Timestamp) {
        events = []
        self.counts = [AnalyticsHour(of: now): counts]
        arrivals = [:]
        at = now
    }
}
