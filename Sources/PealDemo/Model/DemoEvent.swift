import PealCore

/// A button of the demo: an event in an app, and the trigger that the app’s backend sends for it.
struct DemoEvent: Sendable {
    /// The text of the button.
    var title: String
    /// What to look at, in a line.
    var explain: String
    var trigger: DemoTrigger

    /// As the page reads it at a moment.
    func json(at moment: DemoMoment) -> JSONValue {
        .object([
            "type": .string(trigger.type.rawValue), "title": .string(title), "explain": .string(explain),
            "trigger": trigger.json(at: moment),
        ])
    }
}
