import Synchronization

/// Bounds what is in flight: one claimer waits until enough slots are free.
final class SlotGate: Sendable {
    private struct State {
        var free: Int
        var waiting: (needed: Int, continuation: CheckedContinuation<Void, Never>)?
    }
    private let state: Mutex<State>

    init(slots: Int) { state = Mutex(State(free: slots)) }

    var free: Int { state.withLock { $0.free } }

    func take(_ count: Int) { state.withLock { $0.free -= count } }

    func give(_ count: Int) {
        let ready = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.free += count
            guard let waiting = state.waiting, state.free >= waiting.needed else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        ready?.resume()
    }

    /// Returns when at least `count` slots are free.
    ///
    /// Slots come back on their own: each send has a time-out.
    func wait(forFree count: Int) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                if state.free >= count || state.waiting != nil { return true }
                state.waiting = (count, continuation)
                return false
            }
            if ready { continuation.resume() }
        }
    }
}
