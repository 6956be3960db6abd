import PealCore
import PealSQL
import PealSQLite
import PealStore
import Testing

@testable import PealCommands

@Suite("The doctor at the alerts")
struct FiringAlertCheckTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    private static func alert(_ key: Alert.Key, _ phase: Alert.Phase, value: Double = 1) -> Alert {
        let fired = phase == .pending ? nil : now - .seconds(60)
        return Alert(key, phase, since: now, firedAt: fired, value: value, threshold: 0.1)
    }

    @Test("names what has fired, since when, how much it is and what to do")
    func firing() {
        let lines = FiringAlertCheck(zone: .utc).run([
            "shop": [
                Self.alert(Alert.Key(.backlogAge, "deliveries"), .firing, value: 432),
                Self.alert(Alert.Key(.deliveryErrors), .firing, value: 0.5),
                Self.alert(Alert.Key(.reachability), .clearing, value: 0),
            ],
            "bank": [Self.alert(Alert.Key(.deviceSweep), .firing)],
        ])
        #expect(lines.map(\.level) == Array(repeating: .warn, count: 4))
        #expect(
            lines.map(\.message) == [
                "device-sweep of bank has fired, since 2027-01-15 07:59 UTC: More devices are to be taken out of use than a day "
                    + "takes; the rest waits. \(AlertRule.deviceSweep.remedy)",
                "backlog-age of shop has fired, since 2027-01-15 07:59 UTC: Deliveries that are due wait for 7m12s. "
                    + AlertRule.backlogAge.remedy,
                "delivery-errors of shop has fired, since 2027-01-15 07:59 UTC: 50 % of the pushes that ended this hour and the "
                    + "last were not accepted. \(AlertRule.deliveryErrors.remedy)",
                "reachability of shop has fired, since 2027-01-15 07:59 UTC: The figure is right again; the alert is resolved "
                    + "when it stays so for 5m.",
            ]
        )
    }

    @Test(
        "says nothing of what has not fired, of tests, and of what a check of its own says",
        arguments: [
            alert(Alert.Key(.deliveryErrors), .pending), alert(Alert.Key(.backlogAge, Alert.Key.test), .firing),
            alert(Alert.Key(.breakerOpen, "fcm"), .firing), alert(Alert.Key(.invalidTokens, "fcm"), .firing),
            alert(Alert.Key(.clock), .firing),
        ]
    )
    func silent(alert: Alert) {
        #expect(FiringAlertCheck(zone: .utc).run(["shop": [alert]]) == [])
    }

    @Test("reads them from the database, beside a running server too")
    func stored() async throws {
        try await Patient.with { patient in
            let alert = Self.alert(Alert.Key(.criticalUnreached), .firing, value: 3)
            try await patient.makeDatabase()
            let store = try SQLiteStore.open(path: patient.database, mode: .production)
            let group = ChangeGroup(app: "shop", [.alert(alert.key, from: nil, to: alert)])
            #expect(try await store.apply([group]).allSatisfy(\.isApplied))
            let found = await patient.examine().messages(.warn, .alerts)
            try store.close()
            #expect(found.contains { $0.contains("3 critical triggers") })
        }
    }
}
