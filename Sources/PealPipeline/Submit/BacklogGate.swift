import PealCore
import Synchronization

/// Keeps intake from outrunning fan-out: past the bound it answers `backlog-full`; critical types keep a reserve.
public final class BacklogGate: Sendable {
    private let bound: Int
    private let waiting: Mutex<Int>

    /// Opens the gate.
    /// - Parameter bound: how many triggers may wait to be fanned out before others than critical ones are refused.
    public init(bound: Int) {
        self.bound = bound
        waiting = Mutex(0)
    }

    /// Counting further than this changes no answer.
    var countLimit: Int { bound * 2 }

    /// How many triggers wait, as last counted; those that are planned for later do not.
    public var count: Int { waiting.withLock { $0 } }

    /// Replaces the count by the store's.
    func set(_ count: Int) { waiting.withLock { $0 = count } }

    /// Counts newly accepted triggers until the store is asked again.
    func add(_ count: Int) { waiting.withLock { $0 += count } }

    func admit(priority: Priority) throws(IntakeProblem) {
        let limit = priority == .critical ? bound + bound / 5 : bound
        guard count < limit else {
            throw IntakeProblem(
                code: .backlogFull,
                details: [.init(detail: "\(bound) triggers wait already; try again in a moment", pointer: "")]
            )
        }
    }
}
