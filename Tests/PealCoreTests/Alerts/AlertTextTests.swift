import PealCore
import Testing

@Suite("The words of a message about an alert")
struct AlertTextTests {
    private static let berlin = ZoneOffset(name: "+01:00")?.zone
    private static let fired = Timestamp(seconds: 1_795_930_080)

    private static func message(
        _ rule: AlertRule,
        _ value: Double,
        _ phase: AlertMessage.Phase = .fired,
        subject: String = ""
    ) -> AlertMessage {
        let key = AlertMessage.Key("a", "shop", Alert.Key(rule, subject))
        return AlertMessage(
            key,
            phase,
            since: fired + .seconds(70_000),
            firedAt: fired,
            value: value,
            threshold: rule.standard?.threshold ?? 0.4
        )
    }

    @Test("has the figures, since when in UTC and in the app's zone, what to do and where to read on")
    func fires() {
        let text = AlertText(Self.message(.deliveryErrors, 0.314), name: "Shop", minimum: 20, zone: Self.berlin)
        #expect(
            text.lines == [
                "Shop: 31.4 % of the pushes that ended this hour and the last were not accepted.",
                "Value when it fired: 31.4 %; threshold: above 10 %, of 20 or more",
                "Since 2026-11-29 05:28 UTC (06:28 +01:00)", AlertRule.deliveryErrors.remedy,
                "Runbook: docs/operations.md#alert-delivery-errors",
            ]
        )
    }

    @Test("that it is resolved names both times, and the day where the zone has another one")
    func resolved() {
        let text = AlertText(
            Self.message(.breakerOpen, 1, .resolved, subject: "fcm"),
            name: "Shop",
            minimum: 0,
            zone: Self.berlin
        )
        #expect(
            text.lines == [
                "Resolved – Shop: fcm fails, and its pushes wait or are refused; `peal queues` says why.",
                "Value when it fired: 1; threshold: above 0",
                "Fired 2026-11-29 05:28 UTC (06:28 +01:00), resolved 2026-11-30 00:54 UTC (01:54 +01:00)",
                "Runbook: docs/operations.md#alert-breaker-open",
            ]
        )
        let late = AlertText.time(Timestamp(seconds: 1_795_993_200), Self.berlin)
        #expect(late == "2026-11-29 23:00 UTC (2026-11-30 00:00 +01:00)")
        #expect(AlertText.time(Self.fired, nil) == "2026-11-29 05:28 UTC")
    }

    private static let figures: [(AlertRule, Double, String)] = [
        (.deliveryErrors, 0.1, "10 %"), (.deliveryErrors, 1, "100 %"), (.deliveryErrors, 1.0 / 3, "33.3 %"),
        (.backlogAge, 300, "5m"), (.backlogAge, 432.4, "7m12s"), (.deliveryLatency, 8.04, "8 s"),
        (.clock, 172_800, "2d"),
        (.etaLatency, 2.55, "2.6 s"), (.criticalUnreached, 3, "3"),
    ]

    @Test("A figure has the unit of its rule", arguments: figures)
    func figure(rule: AlertRule, value: Double, text: String) { #expect(rule.text(of: value) == text) }

    @Test(
        "Each rule has a sentence, a cause and a remedy of its own, each one line that ends",
        arguments: AlertRule.allCases
    )
    func sentences(rule: AlertRule) {
        for text in [rule.sentence(about: "fcm", 0.5), rule.cause, rule.remedy] {
            #expect(text.hasSuffix(".") && !text.contains("\n") && text.first?.isLowercase == (text.hasPrefix("fcm")))
        }
        for other in AlertRule.allCases where other != rule {
            #expect(other.remedy != rule.remedy && other.sentence(about: "x", 1) != rule.sentence(about: "x", 1))
        }
    }
}
