import PealCore
import Testing

@Suite("Failures by category and hour")
struct HourlyFailuresTests {
    private static let hours = AnalyticsHour(number: 100)..<AnalyticsHour(number: 103)

    private static func key(_ measure: AnalyticsMeasure, _ category: CategoryID, _ channel: Channel = .push)
        -> AnalyticsKey
    {
        AnalyticsKey(measure, category: category, channel: channel)
    }

    @Test("are what failed, expired or ended without a known outcome, on all channels, hour by hour")
    func counts() {
        let failures = HourlyFailures(
            within: Self.hours,
            [
                [Self.key(.failed, "kudos"): 2, Self.key(.accepted, "kudos"): 9, Self.key(.sent, "streaks"): 4],
                [:],
                [
                    Self.key(.expired, "kudos"): 1, Self.key(.unknown, "kudos", .inApp): 3,
                    Self.key(.failed, "events"): 1,
                ],
            ]
        )
        #expect(failures.counts == ["kudos": [2, 0, 4], "events": [0, 0, 1]])
    }

    @Test("have no category without one, and a correction takes no hour below zero")
    func corrections() {
        let failures = HourlyFailures(
            within: Self.hours,
            [
                [Self.key(.failed, "kudos"): -1], [Self.key(.failed, "events"): -2, Self.key(.expired, "events"): 5],
                [:],
            ]
        )
        #expect(failures.counts == ["events": [0, 3, 0]])
    }
}
