import Synchronization

/// A number that only grows, safe to touch from any task.
public final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    /// Starts at zero.
    public init() {}

    /// Adds to it.
    public func increment(by amount: Int = 1) { value.add(amount, ordering: .relaxed) }

    /// The number so far.
    public var count: Int { value.load(ordering: .relaxed) }
}
