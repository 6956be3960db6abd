import Synchronization

/// Bounds the slices of the deciding loop: one size for all of its steps.
final class DecisionSlices: Sendable {
    private let pace = Mutex(SlicePace())
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Recipients, held pushes or digest items that a slice takes.
    var size: Int { next.size }

    /// The same, and how many triggers a slice of fan-out takes up.
    var next: (size: Int, width: Int) { pace.withLock { ($0.size, $0.width) } }

    /// When a slice begins.
    func begin() -> Duration { uptime() }

    /// A slice ended that decided so many.
    func end(_ began: Duration, decided: Int) { pace.withLock { $0.note(decided, in: uptime() - began) } }
}
