import PealCore
import Testing

@Suite("When an alert fires and is resolved")
struct AlertStepTests {
    private static let now = Timestamp(seconds: 1_000_000)
    private static let errors = Alert.Key(.deliveryErrors)
    private static let breaker = Alert.Key(.breakerOpen, "fcm")

    /// An alert whose phase began so many seconds ago.
    private static func alert(_ key: Alert.Key, _ phase: Alert.Phase, _ seconds: Int) -> Alert {
        let since = now - .seconds(seconds)
        return Alert(key, phase, since: since, firedAt: phase == .pending ? nil : since, value: 1, threshold: 0)
    }

    private struct Row: Sendable {
        var key: Alert.Key
        var phase: Alert.Phase?
        var seconds = 0
        var figure: AlertFigure
        var after: Alert.Phase?
        var news: AlertStep.News?
    }

    private static let rows: [Row] = [
        // Errors fire above 10 % of 20 or more, and are right again at 8 %.
        Row(key: errors, figure: AlertFigure(0.1, of: 99)),
        Row(key: errors, figure: AlertFigure(0.11, of: 19)),
        Row(key: errors, figure: AlertFigure(0.11, of: 20), after: .firing, news: .fired),
        Row(key: errors, phase: .firing, seconds: 9, figure: AlertFigure(0.5, of: 99), after: .firing),
        Row(key: errors, phase: .firing, seconds: 9, figure: AlertFigure(0.09, of: 99), after: .firing),
        Row(key: errors, phase: .firing, seconds: 9, figure: AlertFigure(0.08, of: 99), after: .clearing),
        Row(key: errors, phase: .firing, seconds: 9, figure: AlertFigure(0.9, of: 3), after: .clearing),
        Row(key: errors, phase: .clearing, seconds: 299, figure: AlertFigure(0, of: 99), after: .clearing),
        Row(key: errors, phase: .clearing, seconds: 300, figure: AlertFigure(0, of: 99), news: .resolved),
        Row(key: errors, phase: .clearing, seconds: 300, figure: AlertFigure(0.09, of: 99), after: .firing),
        // A breaker fires once it has been open for a minute.
        Row(key: breaker, figure: AlertFigure(1), after: .pending),
        Row(key: breaker, phase: .pending, seconds: 59, figure: AlertFigure(1), after: .pending),
        Row(key: breaker, phase: .pending, seconds: 60, figure: AlertFigure(1), after: .firing, news: .fired),
        Row(key: breaker, phase: .pending, seconds: 60, figure: AlertFigure(0)),
        Row(key: breaker, phase: .clearing, seconds: 120, figure: AlertFigure(0), news: .resolved),
        // A clock that is set back begins the phase again.
        Row(key: breaker, phase: .pending, seconds: -9_999, figure: AlertFigure(1), after: .pending),
        Row(key: breaker, phase: .clearing, seconds: -9_999, figure: AlertFigure(0), after: .clearing),
        // A rate fires below its target.
        Row(key: Alert.Key(.deliveryRate), figure: AlertFigure(0.94, of: 100), after: .firing, news: .fired),
        Row(key: Alert.Key(.deliveryRate), figure: AlertFigure(0.95, of: 100)),
        Row(key: Alert.Key(.deliveryRate), phase: .firing, figure: AlertFigure(0.955, of: 100), after: .firing),
        Row(key: Alert.Key(.deliveryRate), phase: .firing, figure: AlertFigure(0.97, of: 100), after: .clearing),
    ]

    @Test("by a figure, what was before, and how long", arguments: rows.indices)
    func table(_ index: Int) throws {
        let row = Self.rows[index]
        let before = row.phase.map { Self.alert(row.key, $0, row.seconds) }
        let step = AlertStep(of: row.key, before, row.figure, row.key.rule.standard, now: Self.now)
        #expect(step.after?.phase == row.after && step.news == row.news, "\(row)")
        #expect(step.after?.phase == .pending || step.after?.firedAt != nil || step.after == nil)
        if let since = step.after?.since { #expect(since <= Self.now) }
        let isSame = row.phase == row.after && row.seconds >= 0
        #expect(step.isChange == (isSame ? false : step.after != before))
    }

    @Test(
        "A rule that is switched off resolves what has fired, and drops what is pending",
        arguments: Alert.Phase.allCases
    )
    func off(_ phase: Alert.Phase) {
        let before = Self.alert(Self.errors, phase, 9)
        let step = AlertStep(of: Self.errors, before, AlertFigure(1, of: 99), nil, now: Self.now)
        #expect(step.after == nil && step.news == (phase == .pending ? nil : .resolved))
        #expect(!AlertStep(of: Self.errors, nil, AlertFigure(1, of: 99), nil, now: Self.now).isChange)
    }

    @Test("A test fires, and then it is resolved", arguments: AlertRule.allCases)
    func test(_ rule: AlertRule) throws {
        let pending = Self.alert(Alert.Key(rule, Alert.Key.test), .pending, 0)
        let fired = AlertStep(ofTest: pending, now: Self.now)
        #expect(fired.news == .fired && fired.after?.isFiring == true && fired.alert?.key.isTest == true)
        let resolved = AlertStep(ofTest: try #require(fired.after), now: Self.now)
        #expect(resolved.news == .resolved && resolved.after == nil)
    }

    /// The limit of a rule where the catalog says nothing, and with its settings.
    private static let limits: [(AlertRule, AlertLimit?, AlertLimit?)] = [
        (.deliveryErrors, AlertLimit(0.1, minimum: 20), AlertLimit(0.3, minimum: 20)),
        (.breakerOpen, AlertLimit(0), nil),
        (.openRate, nil, AlertLimit(0.4, minimum: 100)),
        (.etaLatency, AlertLimit(2, minimum: 20), AlertLimit(2, minimum: 1)),
        (.quickReplyUse, nil, AlertLimit(0.3, minimum: 20)),
    ]

    @Test("A catalog changes when a rule fires, switches it off, and switches on what is off", arguments: limits)
    func settings(_ rule: AlertRule, standard: AlertLimit?, own: AlertLimit?) throws {
        var catalog = try DecisionFixture().catalog
        #expect(catalog.limit(of: rule) == standard)
        catalog.alerts = [
            AlertSetting(.deliveryErrors, threshold: 0.3), AlertSetting(.breakerOpen, isEnabled: false),
            AlertSetting(.openRate, threshold: 0.4), AlertSetting(.etaLatency, minimum: 1),
            AlertSetting(.quickReplyUse, threshold: 0.3),
        ]
        #expect(catalog.limit(of: rule) == own)
    }
}
