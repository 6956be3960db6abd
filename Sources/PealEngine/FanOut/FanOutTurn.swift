import PealCore
import Synchronization

/// Whose turn it is: the app that a slice served last, and how many slices have begun since the backlog was counted.
final class FanOutTurn: Sendable {
    private struct State {
        var last: AppID?
        var slices = 0
    }

    /// Slices with more work than they take up, after which the backlog is counted again: between, it is kept by what is
    /// accepted and finished, which leaves out what was planned and has come due.
    static let slicesBetweenCounts = 64

    private let state = Mutex(State())

    /// The app that was served last.
    var last: AppID? { state.withLock { $0.last } }

    /// The number of the slice that runs.
    var slice: Int { state.withLock { $0.slices } }

    /// A slice begins that ends with an app; whether it is time to count the backlog.
    func begin(endingWith app: AppID?) -> Bool {
        state.withLock { state in
            state.last = app ?? state.last
            state.slices += 1
            return state.slices % Self.slicesBetweenCounts == 1
        }
    }
}
