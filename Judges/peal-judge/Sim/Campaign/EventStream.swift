import PealCore
import Synchronization

/// The events of one app and kind, whose order is that of the changes in every store.
///
/// How changes share transactions is a store's own affair, and with it the order of events of different kinds.
struct EventStream: Hashable, Sendable, CustomStringConvertible {
    var app: AppID
    var kind: EventKind

    var description: String { "events \(kind) of \(app)" }
}

/// Collects what a store hands on after its commits.
final class EventCollector: Sendable {
    private let collected = Mutex<[EventStream: [Event]]>([:])

    var streams: [EventStream: [Event]] { collected.withLock { $0 } }

    func add(_ events: [Event]) {
        collected.withLock { collected in
            for event in events { collected[EventStream(app: event.app, kind: event.kind), default: []].append(event) }
        }
    }
}
