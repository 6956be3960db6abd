import PealCore
import PealStore
import Testing

extension StoreScene {
    /// A cancel in small: it is marked first, then all recipients are counted and stopped in one step.
    @discardableResult
    func cancel(_ id: TriggerID, retracts: Bool = false, at instant: Timestamp? = nil) async throws -> CancelReport? {
        guard let facts = try await store.cancelFacts(of: id, app: app) else { return nil }
        if !facts.isCancelled { try await applyAll(beginning(facts)) }
        if let cursor = try await store.cancelFacts(of: id, app: app)?.cursor {
            let recipients = try await store.pushes(of: id, app: app, after: cursor, limit: 10_000)
            try await applyAll(stopping(recipients, of: id, from: cursor, at: instant))
        }
        if retracts {
            let rows = try await store.retractions(of: id, app: app, after: "", limit: 10_000)
            try await applyAll(rows.compactMap(\.retraction).map(Change.retract))
        }
        return try await store.cancelFacts(of: id, app: app)?.report
    }

    /// Applies changes as one group, which has to succeed.
    func applyAll(_ changes: [Change]) async throws {
        let results = try await store.apply([ChangeGroup(app: app, changes)])
        #expect(results.map(\.isApplied) == [true])
    }

    /// The changes that mark a trigger as cancelled.
    func beginning(_ facts: CancelFacts) -> [Change] {
        let start = CancelStart(in: facts.report.phase)
        let mark = Change.beginCancel(facts.trigger, in: facts.report.phase, start, at: now)
        guard start.releases else { return [mark] }
        return [mark, .releaseClaim(facts.trigger, remembering: true), .releaseQuota(facts.trigger)]
    }

    /// The changes that count and stop recipients.
    func stopping(
        _ recipients: [RecipientPush],
        of id: TriggerID,
        from cursor: UserID,
        at instant: Timestamp? = nil
    ) -> [Change] {
        let cancels = recipients.map { RecipientCancel(of: $0, cause: nil, now: instant ?? now) }
        let count = CancelCount(
            from: cursor,
            to: nil,
            cancelled: cancels.count(where: \.isCancelled),
            tooLate: cancels.count(where: \.isTooLate)
        )
        let stops = zip(recipients, cancels).flatMap { recipient, cancel in
            [Change.expect(recipient)] + cancel.changes.map { .push($0, of: recipient.user) }
        }
        return [.countCancelled(id, count)] + stops
    }
}
