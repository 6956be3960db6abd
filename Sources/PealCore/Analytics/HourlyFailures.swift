/// Deliveries that ended without being accepted, by category and hour.
public struct HourlyFailures: Sendable, Equatable {
    /// The hours, all in a row.
    public let hours: Range<AnalyticsHour>
    /// Of each category with a failure in these hours: how many there were in each hour.
    public let counts: [CategoryID: [Int]]

    /// Adds up what failed, expired, or ended without a known outcome, as the accepted rate does.
    /// - Parameters:
    ///   - hours: the hours.
    ///   - perHour: the counts of each of them, in their order.
    public init(within hours: Range<AnalyticsHour>, _ perHour: [[AnalyticsKey: Int]]) {
        self.hours = hours
        var counts: [CategoryID: [Int]] = [:]
        for (place, keys) in perHour.enumerated() {
            for (key, count) in keys where [.failed, .expired, .unknown].contains(key.measure) {
                counts[key.category, default: Array(repeating: 0, count: perHour.count)][place] += count
            }
        }
        // A correction may count less than nothing in its hour.
        self.counts = counts.mapValues { $0.map { max(0, $0) } }.filter { $0.value.contains { $0 > 0 } }
    }
}
