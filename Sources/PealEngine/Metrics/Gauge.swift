public import Metrics
import Synchronization

/// A number that goes up and down.
public final class Gauge: RecorderHandler, MeterHandler {
    private let current = Mutex<Double>(0)

    init() {}

    /// The number now.
    public var value: Double { current.withLock { $0 } }

    /// Adds to it; a change below zero takes from it.
    public func add(_ change: Int) { increment(by: Double(change)) }

    /// Replaces it.
    public func record(_ value: Int64) { set(Double(value)) }

    /// Replaces it.
    public func record(_ value: Double) { set(value) }

    /// Replaces it.
    public func set(_ value: Int64) { set(Double(value)) }

    /// Replaces it.
    public func set(_ value: Double) { current.withLock { $0 = value } }

    /// Adds to it.
    public func increment(by change: Double) { current.withLock { $0 += change } }

    /// Takes from it.
    public func decrement(by change: Double) { increment(by: -change) }
}
