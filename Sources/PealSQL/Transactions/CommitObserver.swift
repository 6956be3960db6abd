/// Receives what transactions took: the store itself knows neither clocks nor metrics.
package struct CommitObserver: Sendable {
    /// A clock that never goes back.
    let uptime: @Sendable () -> Duration
    /// Called after a commit with the time that it took, on the writer's own thread; it must return immediately.
    let committed: @Sendable (Duration) -> Void
    /// Called when a transaction has to run again with savepoints.
    let repeated: @Sendable () -> Void

    /// Joins the parts.
    /// - Parameters:
    ///   - uptime: a clock that never goes back.
    ///   - committed: called after a commit with the time that it took.
    ///   - repeated: called when a transaction has to run again, because one of its changes failed halfway.
    package init(
        uptime: @escaping @Sendable () -> Duration,
        committed: @escaping @Sendable (Duration) -> Void,
        repeated: @escaping @Sendable () -> Void
    ) {
        self.uptime = uptime
        self.committed = committed
        self.repeated = repeated
    }
}
