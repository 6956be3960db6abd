import Synchronization

/// Whether a loop wants a wake-up for events that are frequent and mostly mean nothing to it.
///
/// The schedule loop wants users who join an entity only while a trigger is open for them, and the webhook loop wants ends of
/// deliveries only while there is a webhook.
public final class JoinWatch: Sendable {
    /// Transactions without a wake-up after which one is due, so that the loop's place in the event log moves on.
    private static let longestSilence = 1_000

    private struct State {
        var isWanted = true
        var silent = 0
    }
    private let state = Mutex(State())

    /// Says what is wanted from now on.
    func want(_ isWanted: Bool) { state.withLock { $0.isWanted = isWanted } }

    /// A user joined; whether that wakes the loop.
    func wakes() -> Bool {
        state.withLock { state in
            state.silent += 1
            guard state.isWanted || state.silent >= Self.longestSilence else { return false }
            state.silent = 0
            return true
        }
    }
}
