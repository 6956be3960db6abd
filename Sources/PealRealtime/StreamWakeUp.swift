/// Wakes the hub: whoever commits events fires it, and so does the first connection.
public struct StreamWakeUp: Sendable {
    /// How often it was fired.
    public var version: @Sendable () -> Int
    /// Returns once it was fired after a version, or when the task is cancelled.
    public var wait: @Sendable (_ version: Int) async -> Void
    /// Fires it.
    public var fire: @Sendable () -> Void

    /// Joins the parts.
    public init(
        version: @escaping @Sendable () -> Int,
        wait: @escaping @Sendable (_ version: Int) async -> Void,
        fire: @escaping @Sendable () -> Void
    ) {
        self.version = version
        self.wait = wait
        self.fire = fire
    }
}
