import PealCore

/// A button of the demo: something that happens in an app, and the trigger its backend sends then.
struct DemoHappening: Sendable {
    /// The text of the button.
    var title: String
    /// What to look at, in a line.
    var explain: String
    var trigger: DemoTrigger

    /// As the page reads it.
    var json: JSONValue {
        .object([
            "type": .string(trigger.type.rawValue), "title": .string(title), "explain": .string(explain),
            "trigger": trigger.json,
        ])
    }
}
