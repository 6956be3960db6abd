import PealCore
import Testing

@Suite("What alerts are measured by")
struct AlertFiguresTests {
    private static let now = Timestamp(seconds: 1_000_000)

    private static func push(_ measure: AnalyticsMeasure, _ priority: Priority = .normal, bucket: Int = 0)
        -> AnalyticsKey
    {
        AnalyticsKey(measure, bucket: bucket, category: "a", channel: .push, priority: priority)
    }

    private static let inApp = AnalyticsKey(.accepted, category: "a", channel: .inApp, priority: .normal)

    @Test("Errors are pushes that ended without being accepted; inbox rows count nowhere")
    func errors() {
        let counts = [
            Self.push(.accepted): 6, Self.push(.failed): 2, Self.push(.expired): 1, Self.push(.unknown): 1,
            Self.inApp: 90,
        ]
        #expect(AlertFigures(hours: counts).values[Alert.Key(.deliveryErrors)] == AlertFigure(0.4, of: 10))
        #expect(AlertFigures(day: counts).values[Alert.Key(.deliveryRate)] == AlertFigure(0.6, of: 10))
        // A receipt that contradicts is counted in an hour of its own.
        let negative = [Self.push(.accepted): -1, Self.push(.failed): 1]
        #expect(AlertFigures(hours: negative).values[Alert.Key(.deliveryErrors)] == AlertFigure(1, of: 1))
    }

    @Test("Malformed are triggers that break a rule, and pushes that clients discard")
    func malformed() {
        let counts = [
            AnalyticsKey(.requests): 10, AnalyticsKey(.refused): 3, AnalyticsKey(.malformed): 2,
            Self.push(.accepted): 100, AnalyticsKey(.unreached): 4,
        ]
        let values = AlertFigures(hours: counts).values
        #expect(values[Alert.Key(.malformedTriggers)] == AlertFigure(0.3, of: 10))
        #expect(values[Alert.Key(.malformedPayloads)] == AlertFigure(0.02, of: 100))
        #expect(values[Alert.Key(.criticalUnreached)] == AlertFigure(4))
        #expect(AlertFigures(hours: [:]).values[Alert.Key(.criticalUnreached)] == AlertFigure(0))
        #expect(AnalyticsSummary(counts, by: []).rows.allSatisfy { $0[.requests] == 0 })
    }

    @Test(
        "Reachability is by how much the share of recipients without a device has grown against the week before",
        arguments: [
            (200, 60, 1_000, 100, 0.2, 200), (200, 10, 1_000, 100, 0, 200), (50, 50, 1_000, 0, 1, 50),
            (200, 60, 30, 3, 0.2, 30), (200, 60, 0, 0, 0.3, 0),
        ] as [(Int, Int, Int, Int, Double, Int)]
    )
    func reachability(day: Int, dayWithout: Int, week: Int, weekWithout: Int, growth: Double, sample: Int) throws {
        let (all, without) = (AnalyticsKey(.recipients), AnalyticsKey(.withoutDevice))
        let values = AlertFigures(day: [all: day, without: dayWithout], week: [all: week, without: weekWithout]).values
        let figure = try #require(values[Alert.Key(.reachability)])
        #expect(abs(figure.value - growth) < 1e-9 && figure.sample == sample)
    }

    @Test("The week before a day does not overlap it")
    func week() throws {
        let day = try #require(AlertRule.Basis.week.hours(at: Self.now))
        let week = AlertRule.Basis.week(before: Self.now)
        #expect(week.upperBound == day.lowerBound)
        #expect(week.upperBound.number - week.lowerBound.number == 168)
    }

    @Test("A discarded push is counted from the claim of its client")
    func claimed() {
        let log = ["malformed", "opened"].map { name in
            Event(.auditClaimed, app: "a", user: "ann", .note(AuditNote(name, at: Self.now)))
        }
        let reading = AnalyticsReading(log, facts: AnalyticsFacts(), catalog: nil)
        #expect(reading.counts == [AnalyticsHour(of: Self.now): [AnalyticsKey(.malformed): 1]])
    }

    @Test(
        "Latencies are the 95th of 100, openings those of high and critical notifications, late arrivals those of all"
    )
    func day() throws {
        let slow = LatencyBuckets.bucket(of: .seconds(10))
        let counts = [
            Self.push(.latency, bucket: 9): 90, Self.push(.latency, bucket: slow): 10,
            AnalyticsKey(.etaLatency, bucket: slow): 7, Self.push(.confirmed, .high): 10, Self.push(.opened, .high): 3,
            AnalyticsKey(.lateArrivals): 8, AnalyticsKey(.lateByAction): 2,
            Self.push(.confirmed, .critical): 10, Self.push(.opened, .normal): 9, Self.push(.confirmed): 10,
        ]
        let values = AlertFigures(day: counts).values
        let latency = try #require(values[Alert.Key(.deliveryLatency)])
        #expect((9.6...10.4).contains(latency.value) && latency.sample == 100)
        #expect(values[Alert.Key(.etaLatency)]?.sample == 7)
        #expect(values[Alert.Key(.openRate)] == AlertFigure(0.15, of: 20))
        #expect(values[Alert.Key(.quickReplyUse)] == AlertFigure(0.25, of: 8))
        #expect(AlertFigures(day: [:]).values[Alert.Key(.etaLatency)] == nil)
    }

    @Test("What waits is as old as what is due longest; what is due later is not old")
    func present() {
        let oldest = OldestDue(trigger: Self.now - .seconds(400), delivery: Self.now + .seconds(1))
        let figures = AlertFigures(oldest: oldest, broken: [.fcm], openInvalidationBreakers: [.apns], now: Self.now)
        #expect(
            figures.values == [
                Alert.Key(.backlogAge, "triggers"): AlertFigure(400), Alert.Key(.breakerOpen, "fcm"): AlertFigure(1),
                Alert.Key(.invalidTokens, "apns"): AlertFigure(1),
            ]
        )
    }

    @Test("A clock that is off fires by its gap, and a sweep that waits fires", arguments: [3_601, 7_200, 103_680_000])
    func clock(seconds: Int64) {
        let figures = AlertFigures(
            oldest: OldestDue(),
            broken: [],
            openInvalidationBreakers: [],
            clockGap: .seconds(seconds),
            isSweepWaiting: true,
            now: Self.now
        )
        #expect(
            figures.values == [
                Alert.Key(.clock): AlertFigure(Double(seconds)), Alert.Key(.deviceSweep): AlertFigure(1),
            ]
        )
        let steps = figures.steps(from: [], .now, now: Self.now) { $0.standard }
        #expect(steps.map(\.news) == [.fired, .fired])
    }

    @Test("Steps are of the rules that were looked at, of those too that have no figure any more, and never of tests")
    func steps() {
        let fired = Self.now - .seconds(900)
        let stored = [
            Alert(Alert.Key(.breakerOpen, "fcm"), .firing, since: fired, firedAt: fired),
            Alert(Alert.Key(.breakerOpen, "apns"), .clearing, since: fired, firedAt: fired),
            Alert(Alert.Key(.breakerOpen, Alert.Key.test), .firing, since: fired, firedAt: fired),
            Alert(Alert.Key(.deliveryErrors), .clearing, since: fired, firedAt: fired),
        ]
        let figures = AlertFigures(oldest: OldestDue(), broken: [.fcm], openInvalidationBreakers: [.fcm], now: Self.now)
        let steps = figures.steps(from: stored, .now, now: Self.now) { $0.standard }
        #expect(steps.map { $0.alert?.key } == [Alert.Key(.breakerOpen, "apns"), Alert.Key(.invalidTokens, "fcm")])
        #expect(steps.map(\.news) == [.resolved, .fired])
        let counted = AlertFigures(hours: [:]).steps(from: stored, .hours, now: Self.now) { $0.standard }
        #expect(counted.map(\.news) == [.resolved])
    }
}
