public import PealCore
import Synchronization

/// What a store handed on after its commits.
public final class CommittedEvents: Sendable {
    private let batches = Mutex<[[Event]]>([])

    /// Starts without any.
    public init() {}

    /// Notes what one transaction handed on.
    public func add(_ events: [Event]) { batches.withLock { $0.append(events) } }

    /// All events, in the order of the commits.
    public var events: [Event] { batches.withLock { $0.flatMap(\.self) } }

    /// The same as the log has it: by app and kind within each transaction.
    public var asLogged: [Event] {
        batches.withLock { batches in
            batches.flatMap { events in
                var groups: [[Event]] = []
                for event in events {
                    let known = groups.firstIndex { $0[0].app == event.app && $0[0].kind == event.kind }
                    if let known { groups[known].append(event) } else { groups.append([event]) }
                }
                return groups.flatMap(\.self)
            }
        }
    }
}
