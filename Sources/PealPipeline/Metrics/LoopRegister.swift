import Synchronization

/// Which loops run, for the readiness check.
public final class LoopRegister: Sendable {
    private let running = Mutex<Set<String>>([])

    /// Starts with none.
    public init() {}

    /// Whether a loop runs: `fan-out`, `release`, `deliver` or `sweep`.
    public func isRunning(_ name: String) -> Bool { running.withLock { $0.contains(name) } }

    func began(_ name: String) { running.withLock { _ = $0.insert(name) } }
    func ended(_ name: String) { running.withLock { _ = $0.remove(name) } }
}
