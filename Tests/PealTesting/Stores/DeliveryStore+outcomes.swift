import PealCore
import PealStore

/// Outcomes as the delivery loop writes them, one by one.
extension DeliveryStore where Self: ChangeStore {
    /// Writes what became of attempts; results of older epochs are not written.
    func record(_ results: [DeliveryResult]) async throws {
        for result in results {
            var facts = try await outcomeFacts(of: [result.id], app: result.app)
            let read = facts.about(result)
            let plan = OutcomePlan(presuming: result) ?? OutcomePlan(of: result, &facts)
            let changes = [.expectOutcome(read)] + plan.changes.map(Change.delivery)
            if try await apply([ChangeGroup(app: result.app, changes)]).allSatisfy(\.isApplied) { continue }
            var again = try await outcomeFacts(of: [result.id], app: result.app)
            let changed = OutcomePlan(of: result, &again).changes.map(Change.delivery)
            _ = try await apply([ChangeGroup(app: result.app, changed)])
        }
    }

    /// Writes what was learnt of receipts.
    func finish(_ receipts: [ReceiptResult]) async throws {
        for receipt in receipts {
            if let change = receipt.change { _ = try await apply([ChangeGroup(app: receipt.app, [.delivery(change)])]) }
        }
        try await record(receipts.compactMap(\.contradiction))
    }
}
