import Logging
import PealCore
import PealStore
import Synchronization

/// Asks the rules again about leased pushes that are late and whose decision no longer holds (R028, R075, R087).
///
/// A claim compares what a push was decided from with what is stored; nothing is read for those that still agree. The others
/// are set aside: they hold up no push of the same claim, and what is still to be sent of them is claimed again. Those that
/// still agree become a summary where too many wait for a user (``Summaries``).
final class LatePushes: Sendable {
    private let dependencies: DecisionDependencies
    private let store: any DeliveryStore & FanOutStore & ChangeStore
    private let catalogs: CatalogRegistry
    private let decisions: LateDecisions
    private let summaries: Summaries
    private let order: PushOrder
    private let writes: OutcomeWriting
    private let setAside = Mutex<[ClaimedDelivery]>([])

    init(
        dependencies: DecisionDependencies,
        store: any DeliveryStore & FanOutStore & ChangeStore,
        catalogs: CatalogRegistry,
        writes: OutcomeWriting
    ) {
        self.dependencies = dependencies
        self.store = store
        self.catalogs = catalogs
        decisions = LateDecisions(dependencies: dependencies, store: store, catalogs: catalogs)
        summaries = Summaries(dependencies: dependencies, store: store, catalogs: catalogs, decisions: decisions)
        order = PushOrder(store: store, catalogs: catalogs)
        self.writes = writes
    }

    private typealias Round = LateDecisions.Round

    /// Those of leased deliveries that are sent as decided; others are set aside until ``finish(_:now:)``, became part of a
    /// summary, or wait behind another push.
    func sift(_ claimed: [ClaimedDelivery], _ epoch: Int, now: Timestamp) async -> [ClaimedDelivery] {
        let late = claimed.filter { $0.late != nil }
        let outdated = late.filter { $0.isOutdated(policy: catalogs.inForce($0.app)?.version, at: now) }
        var gone = Set(outdated.map(\.id))
        var aside = outdated
        for (app, rules, part) in order.concerned(gone.isEmpty ? claimed : claimed.filter { !gone.contains($0.id) }) {
            let round = Round(app: app, epoch: epoch, now: now)
            // Ended by shutdown, the leases stay, and the next start treats the pushes as interrupted.
            guard let kept = await writes.untilWritten({ try await order.keep(part, rules, round) }) else { return [] }
            gone.formUnion(kept)
        }
        // What waits with an outdated push may become part of the same summary: both are claimed again.
        let users = Set(outdated.map(\.user))
        let candidates = late.filter { !gone.contains($0.id) && summaries.mayTake($0) }
        let joint = candidates.filter { users.contains($0.user) }
        aside += joint
        gone.formUnion(joint.map(\.id))
        for (app, part) in Self.byApp(candidates.filter { !users.contains($0.user) }) {
            let round = Round(app: app, epoch: epoch, now: now)
            guard let taken = await writes.untilWritten({ try await summaries.take(part, round) }) else { return [] }
            gone.formUnion((taken.joined + taken.again).map(\.id))
            aside += taken.again
        }
        if !aside.isEmpty { setAside.withLock { $0 += aside } }
        return gone.isEmpty ? claimed : claimed.filter { !gone.contains($0.id) }
    }

    private static func byApp(_ deliveries: [ClaimedDelivery]) -> [(AppID, [ClaimedDelivery])] {
        Dictionary(grouping: deliveries, by: \.app).sorted { $0.key < $1.key }
    }

    /// Whether any wait for ``finish(_:now:)``.
    var isAnySetAside: Bool { setAside.withLock { !$0.isEmpty } }

    /// Decides again about those that are set aside: each returns to its queue, waits, or has ended.
    func finish(_ epoch: Int, now: Timestamp) async {
        let late = setAside.withLock { late in
            defer { late = [] }
            return late
        }
        for (app, part) in Self.byApp(late) {
            let round = Round(app: app, epoch: epoch, now: now)
            // Ended by shutdown, the leases stay, and the next start treats the pushes as interrupted.
            _ = await writes.untilWritten { try await finish(part[...], round) }
        }
    }

    /// Where a damaged row is in the way, fewer and fewer are read: it keeps no other waiting.
    private func finish(_ late: ArraySlice<ClaimedDelivery>, _ round: Round) async throws {
        do {
            try await reconsider(Array(late), round)
        } catch let error as StoreError where error.code == .corrupt {
            guard late.count > 1 else {
                dependencies.metrics.loopErrors.increment()
                dependencies.logger.error(
                    "cannot read a late push",
                    metadata: ["app": "\(round.app)", "error": "\(error)"]
                )
                return try await putOff(Array(late), round)
            }
            let half = late.count / 2
            try await finish(late.prefix(half), round)
            try await finish(late.dropFirst(half), round)
        }
    }

    /// Decides about them until what the plans were made from is still true when they are written.
    private func reconsider(_ late: [ClaimedDelivery], _ round: Round) async throws {
        var open = late
        while !open.isEmpty {
            let (pushes, unreadable) = try await decisions.decide(open, round)
            try await putOff(unreadable, round)
            let facts = try await store.outcomeFacts(of: pushes.flatMap(\.ids), app: round.app)
            open = []
            var groups: [(push: LateDecisions.Decided, changes: [Change])] = []
            for push in pushes {
                guard let known = facts.notifications[push.plan.id] else { continue }
                let plan = LatePlan(of: push.plan, known, parts: try await summarised(by: push), at: round.now)
                guard !plan.deliveries.isEmpty else { continue }
                let guarded = Change.expectOutcome(OutcomeFacts(notifications: [push.plan.id: known]))
                let result = plan.pushes.map { Change.push($0, of: known.user) }
                groups.append((push, [guarded] + plan.deliveries.map(Change.delivery) + result))
            }
            guard !groups.isEmpty else { return }
            let results = try await store.apply(groups.map { ChangeGroup(app: round.app, $0.changes) })
            for (group, result) in zip(groups, results) where !result.isApplied { open += group.push.deliveries }
        }
    }

    /// What a summary stands for; nothing for any other push.
    private func summarised(by push: LateDecisions.Decided) async throws -> [DigestItem] {
        guard let first = push.deliveries.first, first.isSummary else { return [] }
        return try await store.items(of: first.id.notification, user: first.userID, app: first.app)
    }

    /// Lets wait a little what cannot be read now, until its expiry at most; the operator may fix catalog or key.
    private func putOff(_ late: [ClaimedDelivery], _ round: Round) async throws {
        guard !late.isEmpty else { return }
        let later = round.now + FanOut.mendingTime
        _ = try await store.apply(
            late.map { delivery in
                let waits = ReevaluatedDelivery(epoch: round.epoch, until: min(later, delivery.expiresAt))
                return ChangeGroup(app: round.app, [.delivery(.reevaluate(delivery.id, waits))])
            }
        )
    }
}
