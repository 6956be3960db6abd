import Testing

/// One row of a table of transitions: an event, with the states it is legal in and where it leads from each.
///
/// In every state that the row leaves out, the event is illegal.
struct LifecycleRow<State: Hashable & Sendable, Event: Sendable>: Sendable, CustomTestStringConvertible {
    var event: Event
    var transitions: [State: State]

    var testDescription: String { "\(event)" }

    init(_ event: Event, _ transitions: [State: State]) {
        self.event = event
        self.transitions = transitions
    }
}
