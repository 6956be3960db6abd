package import PealCore
package import PealCrypto
public import PealStore
import Synchronization

/// The ports that the audit log is written and read with.
public typealias AuditPorts = EventStore & AuditStore & ChangeStore

/// Writes the audit logs of all apps from the event log, and reads them (ADR 0043).
///
/// The cursor moves in the transaction that appends the entries: after a crash none is missing and none is there twice.
public struct AuditLog: Sendable {
    let store: any AuditPorts
    let key: AuditKey?
    let now: @Sendable () -> Timestamp
    /// Called with what operators did, once it is in the log of their apps.
    private let acted: @Sendable ([OperatorAct]) -> Void
    private let budget = EntryBudget()

    /// Wires the log; without a key no checkpoint is signed.
    package init(
        store: any AuditPorts,
        key: AuditKey?,
        now: @escaping @Sendable () -> Timestamp,
        acted: @escaping @Sendable ([OperatorAct]) -> Void = { _ in }
    ) {
        self.store = store
        self.key = key
        self.now = now
        self.acted = acted
    }

    /// Events that are read together: callers wait while their entries are written.
    private static let pageSize = 250
    /// Pages that one call waits for at most.
    private static let mostPages = 400
    /// The cursor is one for all apps.
    private static let noApp = AppID("")

    /// Writes the entries of one page of events.
    /// - Returns: whether there may be more.
    /// - Throws: ``StoreError``; called again, it reads the same page.
    func step() async throws -> Bool {
        guard let kept = try await store.cursor(of: .audit) else {
            _ = try await store.apply([moved(from: nil, to: .beginning)])
            return true
        }
        switch try await store.auditRecords(after: kept, limit: Self.pageSize) {
        case .resync(let start): try await write(try await gaps(at: kept), from: kept, to: start)
        case .records(let records, next: let next):
            guard !records.isEmpty else {
                // Also past rows of other kinds: where they were deleted, a gap would be noted that is none.
                if next != kept { try await write([], from: kept, to: next) }
                return false
            }
            guard try await write(try await appended(records, at: kept), from: kept, to: next) else { return true }
            acted(OperatorAct.acts(in: records))
        }
        return true
    }

    /// Writes the entries of everything that was committed before the call, so that who reads the log next finds it.
    ///
    /// What is committed meanwhile waits: pages of the few events since the last page would each cost a transaction.
    ///
    /// - Parameter goesOn: asked between two pages; the rest stays for the next call.
    /// - Throws: ``StoreError``.
    public func catchUp(while goesOn: @Sendable () -> Bool = { true }) async throws {
        let end = try await store.endOfEvents()
        for _ in 0..<Self.mostPages {
            guard goesOn(), try await step() else { return }
            if let cursor = try await store.cursor(of: .audit), cursor >= end { return }
        }
    }

    /// Writes entries and moves the cursor in one transaction.
    ///
    /// Each group expects the cursor where it was, and the last one moves it: where another reader was first, none is written.
    /// - Returns: whether this reader was the first.
    @discardableResult
    private func write(_ groups: [ChangeGroup], from kept: EventCursor, to next: EventCursor) async throws -> Bool {
        try await store.apply(groups + [moved(from: kept, to: next)]).last?.isApplied ?? false
    }

    private func appended(_ records: [AuditRecord], at kept: EventCursor) async throws -> [ChangeGroup] {
        let instant = now()
        var plans: [AppID: AuditPlan] = [:]
        for record in records {
            let app = record.event.app
            guard budget.admits(record, at: instant) else { continue }
            for entry in AuditRules.entries(of: record, now: instant) {
                if plans[app] == nil { plans[app] = try await plan(app, instant) }
                plans[app]?.add(entry)
            }
        }
        // In a fixed order: the same page makes the same statements.
        return plans.values.sorted { $0.app < $1.app }.map { moved(from: kept, to: kept, $0.app, [$0.change]) }
    }

    private func plan(_ app: AppID, _ instant: Timestamp) async throws -> AuditPlan {
        try AuditPlan(app: app, tree: try await store.auditTree(of: app), now: instant)
    }

    /// An entry in each log that says that events are missing.
    private func gaps(at kept: EventCursor) async throws -> [ChangeGroup] {
        let instant = now()
        var groups: [ChangeGroup] = []
        for app in try await store.auditedApps() {
            var plan = try await plan(app, instant)
            plan.add(AuditEntry(.gap, .adminChanged, at: instant))
            groups.append(moved(from: kept, to: kept, app, [plan.change]))
        }
        return groups
    }

    private func moved(
        from: EventCursor?,
        to: EventCursor,
        _ app: AppID = noApp,
        _ changes: [Change] = []
    ) -> ChangeGroup {
        ChangeGroup(app: app, [.moveReader(ReaderMove(of: .audit, from: from, to: to))] + changes)
    }
}

/// The budget that all copies of a log share; a server that starts again begins with nothing used.
private final class EntryBudget: Sendable {
    private let budget = Mutex(UserEntryBudget())

    func admits(_ record: AuditRecord, at now: Timestamp) -> Bool { budget.withLock { $0.admits(record, at: now) } }
}
