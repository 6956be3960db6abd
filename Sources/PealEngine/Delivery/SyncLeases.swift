package import PealCore
package import PealStore

/// Leases silent sync pushes to this process, and writes what became of them.
package struct SyncLeases: Sendable {
    private let store: any SyncStore & DeliveryStore & ChangeStore
    private let providers: Providers

    /// How many are taken over in one transaction.
    private static let batch = 500

    /// Wires the use case.
    package init(store: any SyncStore & DeliveryStore & ChangeStore, providers: Providers) {
        self.store = store
        self.providers = providers
    }

    /// Leases due pushes, within what the budget has left.
    package func claim(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedSync] {
        var claimed: [ClaimedSync] = []
        var left = budget
        while true {
            let due = try await store.dueSyncs(now: now, budget: left)
            if due.isEmpty { return claimed }
            let plans = due.map { SyncClaim(of: $0, providers: providers, epoch: epoch, now: now) }
            let results = try await store.apply(
                zip(due, plans).map { ChangeGroup(app: $0.app, $1.changes.map(Change.syncState)) }
            )
            var isComplete = true
            for (plan, result) in zip(plans, results) {
                guard result.isApplied, let lease = plan.lease else {
                    // Another one may be due, or the same that has changed since it was read.
                    isComplete = false
                    continue
                }
                claimed.append(lease)
                left.take(lease.queue)
            }
            if isComplete { return claimed }
        }
    }

    /// Writes the results of attempts, until all are written: what keeps one from it has changed since it was leased.
    package func record(_ results: [SyncResult]) async throws {
        for (app, results) in Dictionary(grouping: results, by: \.push.app).sorted(by: { $0.key < $1.key }) {
            var open = results
            // Most pushes are as they were leased.
            var states = Dictionary(results.map { ($0.push.device, $0.push.state) }) { first, _ in first }
            while !open.isEmpty {
                let facts = try await devices(of: open, app: app)
                let plans = open.compactMap { result in
                    states[result.push.device].flatMap { plan(result, of: $0, facts) }
                }
                let written = try await store.apply(plans.map { ChangeGroup(app: app, $0.changes) })
                open = zip(plans, written).filter { !$1.isApplied }.map(\.0.result)
                if open.isEmpty { break }
                states = try await store.syncStates(of: open.map(\.push.device), app: app)
            }
        }
    }

    /// The devices whose tokens the results put into quarantine.
    private func devices(of results: [SyncResult], app: AppID) async throws -> [DeviceID: OutcomeFacts.Device] {
        let devices = results.filter(\.needsDevice).map(\.push.device)
        return devices.isEmpty ? [:] : try await store.outcomeFacts(of: [], devices: Set(devices), app: app).devices
    }

    /// The changes of a result; `nil` when its lease is not held any more.
    private func plan(_ result: SyncResult, of state: SyncState, _ devices: [DeviceID: OutcomeFacts.Device])
        -> (result: SyncResult, changes: [Change])?
    {
        let changes = result.changes(of: state).map(Change.syncState)
        if changes.isEmpty { return nil }
        let id = result.push.device
        guard case .quarantine(let cause) = result.deviceChange, let device = devices[id],
            let quarantine = device.quarantine(id, for: cause, at: result.at)
        else { return (result, changes) }
        let guarded: [Change] = [.expectOutcome(OutcomeFacts(devices: [id: device]))]
        return (result, guarded + changes + [.delivery(quarantine)])
    }

    /// Lets pushes that a process before an epoch left in flight be sent again.
    package func takeOver(before epoch: Int) async throws {
        while true {
            let left = try await store.interruptedSyncs(before: epoch, limit: Self.batch)
            if left.isEmpty { return }
            _ = try await store.apply(
                left.sorted { $0.key < $1.key }.flatMap { app, states in
                    states.map { ChangeGroup(app: app, [.syncState(.move(from: $0, to: $0.interrupted))]) }
                }
            )
        }
    }
}
