import PealCore
import PealStore

/// Writes what became of attempts, and what follows for deliveries, devices, receipts and inbox rows.
///
/// Most outcomes concern nothing but their delivery: they are written without reading anything, all of a batch as one group.
/// The others are planned from facts, which are their guard. When a guard fails, each outcome is planned again by itself.
struct RecordOutcomes: Sendable {
    let store: any DeliveryStore & ChangeStore

    /// Returns when all of them are on disk; results of older epochs are not written.
    func record(_ results: [DeliveryResult]) async throws {
        let apps = Dictionary(grouping: results, by: \.app).sorted { $0.key < $1.key }.map(\.value)
        var groups: [ChangeGroup] = []
        for results in apps { groups.append(try await together(results)) }
        let answers = try await store.apply(groups)
        for (results, answer) in zip(apps, answers) where !answer.isApplied { try await recordEach(results) }
    }

    /// Writes what was learnt of receipts.
    func finish(_ receipts: [ReceiptResult]) async throws {
        let groups = receipts.compactMap { receipt in
            receipt.change.map { ChangeGroup(app: receipt.app, [.delivery($0)]) }
        }
        if !groups.isEmpty { _ = try await store.apply(groups) }
        try await recordEach(receipts.compactMap(\.contradiction))
    }

    /// The outcomes of one app as one group.
    private func together(_ results: [DeliveryResult]) async throws -> ChangeGroup {
        guard let app = results.first?.app else { return ChangeGroup(app: "", []) }
        let unclear = results.filter(\.needsFacts)
        var changes: [Change] = []
        var facts = OutcomeFacts()
        if !unclear.isEmpty {
            facts = try await store.outcomeFacts(of: unclear.map(\.id), app: app)
            changes = [.expectOutcome(facts)]
        }
        for result in results {
            let plan = OutcomePlan(presuming: result) ?? OutcomePlan(of: result, &facts)
            changes += plan.changes.map(Change.delivery)
        }
        return ChangeGroup(app: app, changes)
    }

    /// Each outcome as a group, until all are written: what keeps one from it has changed since it was read.
    private func recordEach(_ results: [DeliveryResult]) async throws {
        var open = results
        while let app = open.first?.app {
            let part = open.filter { $0.app == app }
            var facts = try await store.outcomeFacts(of: part.map(\.id), app: app)
            var groups: [(result: DeliveryResult, changes: [Change])] = []
            for result in part {
                let guarded = facts.about(result)
                let plan = OutcomePlan(of: result, &facts)
                guard !plan.changes.isEmpty else { continue }
                groups.append((result, [.expectOutcome(guarded)] + plan.changes.map(Change.delivery)))
            }
            open.removeAll { $0.app == app }
            guard !groups.isEmpty else { continue }
            let answers = try await store.apply(groups.map { ChangeGroup(app: app, $0.changes) })
            open += zip(groups, answers).filter { !$1.isApplied }.map(\.0.result)
        }
    }
}
