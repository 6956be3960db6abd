public import Metrics
import Synchronization

/// A number that only grows, safe to touch from any task.
public final class Counter: CounterHandler {
    private let value = Atomic<Int>(0)

    /// Starts at zero.
    public init() {}

    /// Adds to it.
    public func increment(by amount: Int = 1) { value.add(amount, ordering: .relaxed) }

    /// Adds to it, as libraries do.
    public func increment(by amount: Int64) { increment(by: Int(clamping: amount)) }

    /// Sets it to zero.
    public func reset() { value.store(0, ordering: .relaxed) }

    /// The number so far.
    public var count: Int { value.load(ordering: .relaxed) }
}
