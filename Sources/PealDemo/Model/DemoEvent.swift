import PealCore

/// A button of the demo: an event in an app, and the trigger that the app’s backend sends for it.
struct DemoEvent: Sendable {
    /// The text of the button.
    var title: String
    /// What to look at, in a line.
    var explain: String
    var trigger: DemoTrigger
    /// Whether the server sends this type by itself with a reply: then it is named as a reply wherever it was not pressed.
    var isReply = false

    /// As the page reads it at a moment.
    func json(at moment: DemoMoment) -> JSONValue {
        .object([
            "type": .string(trigger.type.rawValue), "title": .string(title), "explain": .string(explain),
            "trigger": trigger.json(at: moment), "isReply": .bool(isReply),
        ])
    }
}
