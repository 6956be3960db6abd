import GRDB
import PealCore
import Synchronization

@testable import PealSQLite

/// What a store handed on after its commits: all of it once ``SQLiteStore/drained()`` returns.
final class CommittedEvents: Sendable {
    private let batches = Mutex<[[Event]]>([])

    func add(_ events: [Event]) { batches.withLock { $0.append(events) } }

    var events: [Event] { batches.withLock { $0.flatMap(\.self) } }

    /// The same as the log has it: by app and kind within each transaction.
    var asLogged: [Event] {
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

extension SQLiteStore {
    /// Returns when the writer has done all that was asked of it: the same queue runs one thing after the other.
    func drained() async throws { try await pool.writeWithoutTransaction { _ in } }
}
