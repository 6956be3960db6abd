import PealCore
import Synchronization

/// Remembers which devices and users lost their pushes while leased pushes were on their way to a provider.
///
/// A claim leases pushes whose devices are reachable at that instant. A device that leaves between the claim and the hand-over
/// is seen by no statement of either. So the use case that ends a right to pushes notes it here before it answers, and each
/// batch is compared with the notes immediately before its provider gets it. Memory is enough: one process owns the store, and
/// what a process leaves behind is claimed again.
///
/// A note lasts until every claim that began before it has handed over its batches. Usually there is none, and a batch costs
/// one look at an empty list.
package final class Revocations: Sendable {
    private struct State {
        /// The number of the claim that began last.
        var claims = 0
        /// How many batches of a claim have not been handed over yet.
        var open: [Int: Int] = [:]
        var notes = RevocationNotes()

        mutating func close(_ claim: Int) {
            guard let left = open[claim] else { return }
            open[claim] = left > 1 ? left - 1 : nil
            if left == 1, !notes.isEmpty { notes.keep(since: open.keys.min()) }
        }
    }

    private let state = Mutex(State())

    /// Starts with no claim.
    package init() {}

    /// Runs a claim: what is noted from its beginning on concerns its batches.
    ///
    /// - Parameter lease: leases pushes and divides them into batches, which carry the number that it gets.
    /// - Returns: the batches. Each must be handed over, or be given up by ``close(_:)``.
    func claim<Item>(_ lease: (Int) async throws -> [QueueBatch<Item>]) async rethrows -> [QueueBatch<Item>] {
        let claim = state.withLock { state in
            state.claims += 1
            // As long as nobody knows how many batches there are, the claim counts as one.
            state.open[state.claims] = 1
            return state.claims
        }
        defer { close(claim) }
        let batches = try await lease(claim)
        state.withLock { $0.open[claim, default: 0] += batches.count }
        return batches
    }

    /// A batch is about to be handed over.
    /// - Parameter claim: the claim it comes from.
    /// - Returns: what may concern it; `nil` when there is nothing.
    func handOver(_ claim: Int) -> RevocationNotes? {
        state.withLock { state in
            let notes = state.notes
            state.close(claim)
            return notes.isEmpty ? nil : notes
        }
    }

    /// A batch of a claim is not handed over at all.
    func close(_ claim: Int) { state.withLock { $0.close(claim) } }

    /// Devices are no longer their user's, or no longer get pushes.
    ///
    /// To be called before that is answered.
    func note(_ devices: [DeviceID]) {
        guard !devices.isEmpty else { return }
        state.withLock { state in
            guard !state.open.isEmpty else { return }
            for device in devices { state.notes.add(device, after: state.claims) }
        }
    }

    /// A user was erased.
    ///
    /// To be called before that is answered.
    func note(_ user: UserID, of app: AppID) {
        state.withLock { state in
            guard !state.open.isEmpty else { return }
            state.notes.add(user, of: app, after: state.claims)
        }
    }
}
