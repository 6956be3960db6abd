public import PealCore
public import PealStore

/// The ports that cancels and withdrawals need.
public typealias CancelPorts = CancelStore & ChangeStore

/// Cancels triggers: no recipient that is counted as cancelled gets a push of them any more.
///
/// That a trigger is cancelled, and how many recipients nobody had decided about, is one short transaction. The others
/// follow by user in bounded steps, each counted and stopped in one transaction that keeps the cursor with the trigger,
/// so that a crash between two steps leaves nothing half stopped. A step is planned from facts; what changed meanwhile
/// makes its guard fail, and it is planned again.
public struct CancelTriggers: Sendable {
    private let store: any CancelPorts

    /// Recipients of one transaction at most.
    private static let stepSize = 500
    /// Triggers of one cancel key that are cancelled together.
    private static let triggersPerStep = 20

    /// Wires the use case.
    public init(store: any CancelPorts) { self.store = store }

    /// Cancels one trigger.
    /// - Parameters:
    ///   - id: the trigger.
    ///   - app: its app.
    ///   - retracts: whether inbox rows are retracted as well, also when an earlier call did not ask for it.
    ///   - now: the instant it is.
    /// - Returns: the same report to every call; `nil` when the app has no such trigger.
    /// - Throws: ``StoreError``; asked again, it goes on.
    public func cancel(_ id: TriggerID, app: AppID, retracts: Bool, now: Timestamp) async throws -> CancelReport? {
        guard let report = try await finish([id], app: app, now: now)[id] else { return nil }
        if retracts { try await retract(id, app: app) }
        return report
    }

    /// Cancels every trigger with a cancel key that was accepted until now, in the order of their identifiers.
    /// - Parameters:
    ///   - key: the cancel key.
    ///   - app: its app.
    ///   - retracts: whether inbox rows are retracted as well.
    ///   - now: the instant it is.
    /// - Returns: the sum over all triggers, in the phase of the one that had come furthest.
    /// - Throws: ``StoreError``; asked again, it goes on.
    public func cancel(key: String, app: AppID, retracts: Bool, now: Timestamp) async throws -> CancelReport {
        var total = CancelReport(cancelled: 0, tooLate: 0, phase: .beforeFanOut)
        // What is accepted while this runs is not meant; by identifier, not by time, because clocks go back.
        guard let newest = try await store.newestTrigger(withCancelKey: key, app: app) else { return total }
        var last: TriggerID?
        while true {
            let page = try await store.triggers(
                withCancelKey: key,
                app: app,
                after: last,
                upTo: newest,
                limit: Self.triggersPerStep
            )
            let reports = try await finish(page, app: app, now: now)
            for id in page {
                if let report = reports[id] { total.add(report) }
                if retracts { try await retract(id, app: app) }
            }
            guard page.count == Self.triggersPerStep else { return total }
            last = page.last
        }
    }

    /// Makes one bounded step of a cancel or a withdrawal that a crash interrupted.
    /// - Parameter limit: recipients of the step at most.
    /// - Returns: whether there was one.
    /// - Throws: ``StoreError``.
    public func continueInterrupted(limit: Int) async throws -> Bool {
        var size = CancelStepSize(recipients: limit)
        if try await WithdrawFirings(store: store).step(app: nil, &size) { return true }
        guard let open = try await store.openCancel() else { return false }
        _ = try await step([open.trigger], app: open.app, now: open.at, size)
        return true
    }

    /// Cancels triggers to the end.
    private func finish(_ triggers: [TriggerID], app: AppID, now: Timestamp) async throws -> [TriggerID: CancelReport] {
        var reports: [TriggerID: CancelReport] = [:]
        var open = triggers
        var size = CancelStepSize(recipients: Self.stepSize)
        while !open.isEmpty {
            let step = try await step(open, app: app, now: now, size)
            reports.merge(step.reports) { $1 }
            open = step.open
            size.adapt(hadConflict: step.hadConflict)
        }
        return reports
    }

    /// What a step came to.
    struct Step {
        /// The triggers whose cancel is complete.
        var reports: [TriggerID: CancelReport] = [:]
        /// The triggers that have recipients left.
        var open: [TriggerID] = []
        /// Whether anything had changed since it was read.
        var hadConflict = false
    }

    /// Begins or continues cancels, in one transaction for all.
    func step(_ triggers: [TriggerID], app: AppID, now: Timestamp, _ size: CancelStepSize) async throws -> Step {
        var step = Step()
        var groups: [ChangeGroup] = []
        for id in triggers {
            guard let facts = try await store.cancelFacts(of: id, app: app) else { continue }
            guard facts.isCancelled else {
                groups.append(ChangeGroup(app: app, Self.beginning(facts, now: now)))
                step.open.append(id)
                continue
            }
            guard let cursor = facts.cursor else {
                step.reports[id] = facts.report
                continue
            }
            let share = max(1, size.recipients / triggers.count)
            let recipients = try await store.pushes(of: id, app: app, after: cursor, limit: share)
            let page = CancelPage(facts, recipients, after: cursor, isLast: recipients.count < share, now: now)
            groups += page.groups(of: size.group).map { ChangeGroup(app: app, $0) }
            step.open.append(id)
        }
        guard !groups.isEmpty else { return step }
        step.hadConflict = try await store.apply(groups).contains { !$0.isApplied }
        return step
    }

    private static func beginning(_ facts: CancelFacts, now: Timestamp) -> [Change] {
        let start = CancelStart(in: facts.report.phase)
        let mark = Change.beginCancel(facts.trigger, in: facts.report.phase, start, at: now)
        guard start.releases else { return [mark] }
        return [mark, .releaseClaim(facts.trigger, remembering: true), .releaseQuota(facts.trigger)]
    }

    /// Retracts the inbox rows, and what screens show; each row costs more than a push that is stopped.
    private func retract(_ id: TriggerID, app: AppID) async throws {
        let limit = Self.stepSize / 5
        var cursor = UserID("")
        while true {
            let page = try await store.retractions(of: id, app: app, after: cursor, limit: limit)
            let changes = page.compactMap(\.retraction).map(Change.retract)
            if !changes.isEmpty {
                // A row that changed meanwhile is read again with its page.
                let results = try await store.apply([ChangeGroup(app: app, changes)])
                guard results.allSatisfy(\.isApplied) else { continue }
            }
            guard page.count == limit, let last = page.last?.user else { return }
            cursor = last
        }
    }
}
