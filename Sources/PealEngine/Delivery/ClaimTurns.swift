import PealCore
import PealStore
import Synchronization

/// Whose turn it is to claim: the delivery loop's, or that of a transaction that decides pushes (ADR 0074).
///
/// One at a time, so that the room of queues is reserved from before a claim until its deliveries count as in flight. What a
/// deciding transaction leased waits here until the loop takes it and sends it.
final class ClaimTurns: Sendable {
    private struct State {
        /// This process's epoch, from when the delivery loop runs until it ends: nobody else claims outside of that.
        var epoch: Int?
        var isTaken = false
        /// Whether the loop found the turn taken: it has the next one.
        var isWanted = false
        /// Whether the last claim used up the room of a queue: what waits there goes first, in the loop's larger portions.
        var isFull = false
        var handedOver: [HandOver] = []
        /// How often the loop was woken only to take what was handed over.
        var handOvers = 0
    }

    /// What one transaction leased.
    struct HandOver {
        var batches: [QueueBatch<ClaimedDelivery>]
        /// The instant of its claim: what came due after it is not among them.
        var at: Timestamp
    }

    private let deliverable: WakeUp
    private let state = Mutex(State())

    /// - Parameter deliverable: wakes the delivery loop.
    init(deliverable: WakeUp) { self.deliverable = deliverable }

    /// From now on transactions that decide may claim, for an epoch.
    func open(_ epoch: Int) { state.withLock { $0.epoch = epoch } }

    /// Lets no further transaction claim; whether one is still at it, which wakes the loop when it ends.
    func close() -> Bool {
        state.withLock { state in
            state.epoch = nil
            return state.isTaken
        }
    }

    /// Takes the turn for the delivery loop; `false` while a transaction has it, which wakes the loop when it ends.
    func take() -> Bool {
        state.withLock { state in
            state.isWanted = state.isTaken
            guard !state.isTaken else { return false }
            state.isTaken = true
            return true
        }
    }

    /// The delivery loop claimed, and used up the room of a queue or did not.
    func noteFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    /// Ends the turn of the delivery loop.
    func end() { state.withLock { $0.isTaken = false } }

    /// Takes the turn for a transaction that decides: the epoch that it leases to; `nil` when the loop is to claim.
    func takeForDecisions() -> Int? {
        state.withLock { state in
            guard let epoch = state.epoch, !state.isTaken, !state.isWanted, !state.isFull else { return nil }
            state.isTaken = true
            return epoch
        }
    }

    /// Ends the turn of a transaction, and wakes the loop for what it leased.
    ///
    /// Where it leased nothing, the loop looks itself: why there was nothing is not known here.
    func end(handingOver batches: [QueueBatch<ClaimedDelivery>], at now: Timestamp, isFull: Bool) {
        state.withLock { state in
            state.isTaken = false
            if !batches.isEmpty {
                state.isFull = isFull
                state.handedOver.append(HandOver(batches: batches, at: now))
                state.handOvers += 1
            }
            // Within the lock: `news` must not see the one without the other.
            deliverable.fire()
        }
    }

    /// What was handed over since it was last asked.
    func takeHandedOver() -> [HandOver] {
        state.withLock { state in
            defer { state.handedOver = [] }
            return state.handedOver
        }
    }

    /// Counts what wakes the loop to claim: a number that has not changed since its last claim says that it has no need to.
    var news: Int { state.withLock { deliverable.version - $0.handOvers } }
}
