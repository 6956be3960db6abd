public import PealCore
import Synchronization

/// Keeps an app's intake from outrunning fan-out: past the bound it answers `backlog-full`; critical types keep a reserve.
///
/// Each app has the bound for itself: what one app sends closes no other app's intake.
public final class BacklogGate: Sendable {
    private let bound: Int
    private let waiting = Mutex<[AppID: Count]>([:])

    private struct Count {
        var triggers: Int
        /// Whether there were as many as are counted at most: then how many left says nothing.
        var isCapped = false
    }

    /// Opens the gate.
    /// - Parameter bound: how many triggers of one app may wait to be fanned out before others than critical ones are
    ///   refused.
    public init(bound: Int) { self.bound = bound }

    /// Counting further than this changes no answer.
    var countLimit: Int { bound + reserve + 1 }

    private var reserve: Int { max(1, bound / 5) }

    /// How many triggers of an app wait, as last counted; those that are planned for later do not.
    public func count(of app: AppID) -> Int { waiting.withLock { $0[app]?.triggers ?? 0 } }

    /// Replaces the counts of all apps but some by the store's; an app that is not among them has none waiting.
    func set(_ counts: [AppID: Int], except kept: Set<AppID> = []) {
        waiting.withLock { waiting in
            waiting = waiting.filter { kept.contains($0.key) }
            for (app, count) in counts where !kept.contains(app) {
                waiting[app] = Count(triggers: count, isCapped: count >= countLimit)
            }
        }
    }

    /// Counts triggers that were accepted, or fanned out if negative, until the store is asked again.
    func add(_ count: Int, of app: AppID) {
        waiting.withLock { waiting in
            let known = waiting[app] ?? Count(triggers: 0)
            guard count > 0 || !known.isCapped else { return }
            waiting[app] = Count(triggers: max(0, known.triggers + count), isCapped: known.isCapped)
        }
    }

    func admit(_ app: AppID, priority: Priority) throws(IntakeProblem) {
        let limit = priority == .critical ? bound + reserve : bound
        guard count(of: app) < limit else {
            throw IntakeProblem(
                code: .backlogFull,
                details: [
                    .init(detail: "\(bound) triggers of this app are already waiting; retry in a moment", pointer: "")
                ]
            )
        }
    }
}
