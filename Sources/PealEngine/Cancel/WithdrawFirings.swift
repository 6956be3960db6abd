public import PealCore
import PealStore

/// Withdraws what fired by itself and that its entity asks for no longer, and whatever is about an entity that was deleted,
/// as far as it has not left (R028, R053, R066).
///
/// The change of the entity notes it with the trigger, in its own transaction; of a deleted entity, it notes the entity, and
/// its triggers are marked page by page. Bounded steps follow, each for as many triggers as share a transaction: whether
/// anything has not left is looked up first, and if so it is cancelled as a backend cancels. The cursor is kept with the
/// trigger, so that a crash between two steps leaves nothing half withdrawn.
public struct WithdrawFirings: Sendable {
    private let store: any CancelPorts

    /// Recipients of one transaction at most.
    private static let stepSize = 500
    /// Triggers that are looked at together.
    private static let triggersPerStep = 100

    /// Wires the use case.
    public init(store: any CancelPorts) { self.store = store }

    /// Withdraws everything that an app's entities do not ask for any more; three reads when there is nothing.
    /// - Throws: ``StoreError``; the sweep goes on then.
    public func finish(app: AppID) async throws {
        var size = CancelStepSize(recipients: Self.stepSize)
        while try await step(app: app, &size) {}
    }

    /// Makes one bounded step; whether there was anything to do.
    func step(app: AppID?, _ size: inout CancelStepSize) async throws -> Bool {
        let open = try await store.openWithdrawals(app: app, limit: Self.triggersPerStep)
        if let first = open.first {
            // Those of one change share their transactions.
            try await step(open.filter { $0.app == first.app && $0.at == first.at }, first, &size)
            return true
        }
        if let open = try await store.openDeletion(app: app) {
            try await step(open)
            return true
        }
        guard let open = try await store.openRetraction(app: app) else { return false }
        // Each inbox row costs more than a push.
        try await step(open, limit: max(1, size.recipients / 5))
        return true
    }

    /// A guard that fails needs no answer: the next step reads again.
    private func step(_ open: [WithdrawalFacts], _ first: WithdrawalFacts, _ size: inout CancelStepSize) async throws {
        var groups: [[Change]] = []
        var cancelled: [WithdrawalFacts] = []
        let share = max(1, size.recipients / open.count)
        for facts in open {
            if let changes = try await changesBeforeCancel(of: facts, limit: share) {
                groups.append(changes)
            } else {
                cancelled.append(facts)
            }
        }
        let cancel = try await CancelTriggers(store: store).step(
            cancelled.map(\.trigger),
            app: first.app,
            now: first.at,
            size
        )
        size.adapt(hadConflict: cancel.hadConflict)
        groups += cancelled.compactMap { facts in cancel.reports[facts.trigger].map { ending(of: facts, after: $0) } }
        guard !groups.isEmpty else { return }
        _ = try await store.apply(groups.map { ChangeGroup(app: first.app, $0) })
    }

    /// The changes of a trigger that is not to be cancelled yet, or not at all; `nil` for one that is.
    private func changesBeforeCancel(of open: WithdrawalFacts, limit: Int) async throws -> [Change]? {
        // Nobody becomes a recipient from here on; those who are there are looked at in the next step.
        if open.isOpen, !open.isFannedOut, !open.isCancelled { return [.closeFanOut(open.trigger)] }
        guard open.looksFirst else { return nil }
        let page = try await store.withdrawalRecipients(
            of: open.trigger,
            app: open.app,
            after: open.cursor,
            limit: limit
        )
        guard !page.contains(where: { $0.mayLeave(after: open.at) }) else { return nil }
        // Goes on with the recipients after the page, or ends because everything has left.
        guard page.count < limit else {
            return page.last.map { [.moveWithdrawal(open.trigger, from: open.cursor, .to($0.push.user))] }
        }
        return firing(of: open, on: .kept(.alreadySent)) + [.moveWithdrawal(open.trigger, from: open.cursor, .drop)]
    }

    /// The changes that end the withdrawal of a trigger whose cancel is complete.
    private func ending(of open: WithdrawalFacts, after report: CancelReport) -> [Change] {
        let event = open.ending(after: report)
        var changes: [Change] = []
        if case .withdrawn = event, open.isFiring {
            changes = [.releaseClaim(open.trigger, remembering: false), .releaseQuota(open.trigger)]
        }
        return changes + firing(of: open, on: event) + [.moveWithdrawal(open.trigger, from: open.cursor, .end)]
    }

    private func firing(of open: WithdrawalFacts, on event: FiringMachine.Event) -> [Change] {
        FiringMove(from: .fired, on: event, at: open.at).map { [.moveFiring(open.trigger, $0)] } ?? []
    }

    private func step(_ open: OpenDeletion) async throws {
        let page = try await store.triggers(
            about: open.entity,
            app: open.app,
            after: open.cursor,
            upTo: open.newest,
            limit: Self.triggersPerStep
        )
        let changes = open.withdrawing(page, isLast: page.count < Self.triggersPerStep)
        _ = try await store.apply([ChangeGroup(app: open.app, changes)])
    }

    private func step(_ open: OpenRetraction, limit: Int) async throws {
        let page = try await store.retractions(
            of: open.trigger,
            app: open.app,
            after: open.cursor,
            limit: limit
        )
        let next = page.count < limit ? nil : page.last?.user
        let move = Change.moveRetraction(open.trigger, from: open.cursor, to: next)
        let again = open.keepsReminded ? page.filter(\.wasWithdrawn) : page
        _ = try await store.apply([
            ChangeGroup(app: open.app, [move] + again.compactMap(\.retraction).map(Change.retract))
        ])
    }
}
