import PealCore
import Synchronization

/// Whose turn it is: the app that a round served last, and how many rounds have begun since the backlog was counted.
final class FanOutTurn: Sendable {
    private struct State {
        var last: AppID?
        var rounds = 0
        var pace = RoundPace()
    }

    /// Rounds with more work than they take up, after which the backlog is counted again: between, it is kept by what is
    /// accepted and finished, which leaves out what was planned and has come due.
    static let roundsBetweenCounts = 64

    private let state = Mutex(State())

    /// The app that was served last.
    var last: AppID? { state.withLock { $0.last } }

    /// The number of the round that runs.
    var round: Int { state.withLock { $0.rounds } }

    /// How long the next round may be.
    var pace: RoundPace { state.withLock { $0.pace } }

    /// A round ended.
    func note(_ decided: Int, in time: Duration) { state.withLock { $0.pace.note(decided, in: time) } }

    /// A round begins that ends with an app; whether it is time to count the backlog.
    func begin(endingWith app: AppID?) -> Bool {
        state.withLock { state in
            state.last = app ?? state.last
            state.rounds += 1
            return state.rounds % Self.roundsBetweenCounts == 1
        }
    }
}
