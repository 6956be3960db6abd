import Logging
import PealCore
import PealStore

/// Writes decisions and leases the pushes that they made in the same transaction, where its turn is free (ADR 0074).
struct ClaimingCommit: Sendable {
    let store: any DeliveryStore & ChangeStore
    let turns: ClaimTurns
    let queues: QueueRegistry
    let revocations: Revocations
    let clock: any PealClock
    let metrics: PipelineMetrics
    let crash: CrashPoints
    let logger: Logger

    /// Writes groups in one transaction, and hands what is leased with them to the delivery loop.
    /// - Returns: what became of each group; `nil` when nothing was written, because the turn is not free, no queue has room, or
    ///   one of the groups breaks a constraint.
    /// - Throws: ``StoreError`` when the store cannot write.
    func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult]? {
        guard let epoch = turns.takeForDecisions() else { return nil }
        let now = clock.now
        guard let budget = queues.budget(now: now) else {
            turns.end(handingOver: [], at: now, isFull: true)
            return nil
        }
        do {
            return try await claim(ClaimRequest(now: now, budget: budget, epoch: epoch), with: groups).get()
        } catch let error as StoreError where error.code == .constraint {
            return nil
        }
    }

    /// Nothing here can be cancelled: what is on disk as leased is handed over, whatever becomes of the caller.
    private func claim(_ claim: ClaimRequest, with groups: [ChangeGroup]) async -> Result<[GroupResult], any Error> {
        var applied = Result<[GroupResult], any Error>.success([])
        var isFull = false
        let batches = await revocations.claim { number -> [QueueBatch<ClaimedDelivery>] in
            let result = await store.apply(groups, claiming: claim)
            applied = result.applied
            guard let claimed = leased(result), !claimed.isEmpty else { return [] }
            crash.pass(.afterClaim)
            isFull = claim.budget.isUsedUp(by: claimed)
            queues.began(claimed, now: claim.now)
            metrics.inFlight(claimed.count)
            return QueueBatch.batches(of: claimed, claim: number)
        }
        turns.end(handingOver: batches, at: claim.now, isFull: isFull)
        return applied
    }

    /// A claim that fails keeps nothing from being decided: the loop claims next, and says again what is in the way.
    private func leased(_ result: ClaimingResult) -> [ClaimedDelivery]? {
        do {
            return try result.claimed.get()
        } catch {
            // Where nothing was decided either, the deciding loop says why.
            guard case .success = result.applied else { return nil }
            logger.warning("cannot claim what was just decided", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
