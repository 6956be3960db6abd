import PealCore
import Testing

@Suite("Which messages about alerts are sent")
struct AlertMessagePlanTests {
    private static let start = Timestamp(seconds: 1_790_000_000)
    private static let later = start + .seconds(600)
    private static let key = AlertMessage.Key("a", "shop", Alert.Key(.breakerOpen, "fcm"))

    private static func alert(
        _ rule: AlertRule = .breakerOpen,
        _ subject: String = "fcm",
        _ phase: Alert.Phase = .firing,
        firedAt: Timestamp = start
    ) -> Alert {
        Alert(Alert.Key(rule, subject), phase, since: firedAt, firedAt: phase == .pending ? nil : firedAt, value: 1)
    }

    private static func message(
        _ phase: AlertMessage.Phase,
        since: Timestamp = start,
        firedAt: Timestamp = start
    ) -> AlertMessage {
        AlertMessage(key, phase, since: since, firedAt: firedAt, value: 1, threshold: 0)
    }

    struct Step: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stored: AlertMessage?
        let alert: Alert?
        let expected: AlertMessage?

        init(_ name: String, _ stored: AlertMessage?, _ alert: Alert?, _ expected: AlertMessage?) {
            (testDescription, self.stored, self.alert, self.expected) = (name, stored, alert, expected)
        }
    }

    private static let steps = [
        Step("nothing fires", nil, nil, nil),
        Step("an alert that is pending", nil, alert(.breakerOpen, "fcm", .pending), nil),
        Step("an alert that an operator tests", nil, alert(.breakerOpen, Alert.Key.test), nil),
        Step("an alert fires", nil, alert(), message(.fired, since: later)),
        Step(
            "an alert fires, and clears already",
            nil,
            alert(.breakerOpen, "fcm", .clearing),
            message(.fired, since: later)
        ),
        Step("its message waits", message(.fired), alert(), message(.fired)),
        Step("it is resolved before its message was delivered", message(.fired), nil, nil),
        Step(
            "it was resolved and fired again before its message was delivered",
            message(.fired),
            alert(firedAt: later),
            message(.fired, since: later, firedAt: later)
        ),
        Step("its message is delivered", message(.delivered), alert(), message(.delivered)),
        Step("it is resolved", message(.delivered), nil, message(.resolved, since: later)),
        Step(
            "it was resolved and fired again unseen: first that it is resolved",
            message(.delivered),
            alert(firedAt: later),
            message(.resolved, since: later)
        ),
        Step("that it is resolved waits", message(.resolved), nil, message(.resolved)),
        Step("it fires again meanwhile", message(.resolved), alert(firedAt: later), message(.resolved)),
        Step(
            "that it is resolved has waited for too long",
            message(.resolved, since: later - .seconds(4 * 86_400 + 1)),
            nil,
            nil
        ),
    ]

    @Test("One step after another", arguments: steps)
    func step(_ step: Step) {
        let plan = AlertMessagePlan(
            [step.stored].compactMap(\.self),
            alerts: ["shop": [step.alert].compactMap(\.self)],
            destinations: ["a"],
            now: Self.later
        )
        #expect(plan.messages.values.map(\.self) == [step.expected].compactMap(\.self))
        #expect(plan.changed == (step.expected == step.stored ? [] : [step.expected].compactMap(\.self)))
        #expect(plan.removed == (step.expected == nil ? [step.stored?.key].compactMap(\.self) : []))
    }

    @Test("After the message that it fired the next is that it is resolved; after that there is none")
    func delivered() {
        #expect(Self.message(.fired).delivered(at: Self.later) == Self.message(.delivered, since: Self.later))
        #expect(Self.message(.resolved).delivered(at: Self.later) == nil)
    }

    @Test("Each destination gets each alert of each app, and what is about the server once")
    func all() {
        let alerts: [AppID: [Alert]] = [
            "shop": [Self.alert(), Self.alert(.clock, "")], "match": [Self.alert(.clock, "", firedAt: Self.later)],
        ]
        let plan = AlertMessagePlan([], alerts: alerts, destinations: ["a", "b"], now: Self.later)
        let expected = ["a", "b"].flatMap { destination in
            [
                AlertMessage.Key(destination, "match", Alert.Key(.clock)),
                AlertMessage.Key(destination, "shop", Alert.Key(.breakerOpen, "fcm")),
            ]
        }
        #expect(plan.messages.keys.sorted() == expected)
        // The app that had it first has it no longer: another one still has.
        let delivered = plan.messages.values.compactMap { $0.delivered(at: Self.later) }
        let rest = AlertMessagePlan(
            delivered,
            alerts: ["shop": [Self.alert(), Self.alert(.clock, "")]],
            destinations: ["a", "b"],
            now: Self.later
        )
        #expect(rest.changed.isEmpty && rest.removed.isEmpty)
        let over = AlertMessagePlan(delivered, alerts: [:], destinations: ["a"], now: Self.later)
        #expect(over.messages.values.allSatisfy { $0.phase == .resolved } && over.messages.count == 2)
        #expect(over.removed.allSatisfy { $0.destination == "b" } && over.removed.count == 2)
    }
}
