import PealCore
import PealStore

/// Reads the event log for one reader, page by page, and writes what the events ask for.
///
/// The cursor moves in the transaction of what is written, so that events that are read again after a crash have no effect
/// twice.
struct EventWalk: Sendable {
    let store: any EventStore & ChangeStore
    let reader: EventReader
    let kinds: Set<EventKind>
    /// Events that are read together.
    var pageSize = 500

    /// Rows of other kinds after which the cursor moves without a change, so that the log can be deleted up to there.
    private static let longestGap: Int64 = 1_000
    /// The cursor is one for all apps.
    private static let noApp = AppID("")

    /// Reads one page.
    /// - Parameter plan: says what the events ask for, as groups that are written each all or none.
    /// - Returns: whether there were events.
    /// - Throws: ``StoreError``, what `plan` throws; called again, it reads the same page.
    func step(_ plan: ([Event]) async throws -> [ChangeGroup]) async throws -> Bool {
        let kept = try await store.cursor(of: reader)
        let cursor = kept ?? .beginning
        switch try await store.events(of: kinds, after: cursor, limit: pageSize) {
        case .resync(let start):
            // What is missing is older than anything that its readers act on, or from another database.
            _ = try await store.apply([moved(from: kept, to: start)])
            return true
        case .events(let events, next: let next):
            guard !events.isEmpty else {
                try await pass(from: kept, to: next)
                return false
            }
            let groups = try await plan(events)
            // Changes are written only where the cursor still is, and it moves after them: of two that read the same page,
            // the second finds it moved.
            let start = kept == nil ? [moved(from: nil, to: cursor)] : []
            let changes = groups.map { moved(from: cursor, to: cursor, $0.app, $0.changes) }
            _ = try await store.apply(start + changes + [moved(from: cursor, to: next)])
            return true
        }
    }

    /// Passes events by that ask for nothing.
    func pass(to end: EventCursor) async throws { try await pass(from: store.cursor(of: reader), to: end) }

    private func pass(from kept: EventCursor?, to next: EventCursor) async throws {
        // The log waits only for readers that have kept a cursor.
        guard kept.map({ next.row - $0.row >= Self.longestGap }) ?? true else { return }
        _ = try await store.apply([moved(from: kept, to: next)])
    }

    private func moved(
        from: EventCursor?,
        to: EventCursor,
        _ app: AppID = noApp,
        _ changes: [Change] = []
    ) -> ChangeGroup {
        ChangeGroup(app: app, [.moveReader(ReaderMove(of: reader, from: from, to: to))] + changes)
    }
}
