public import PealCore
public import PealProviderKit

/// What the engine bounds.
public struct EngineLimits: Sendable {
    /// Triggers of one app that may wait to be fanned out before others than critical ones are refused.
    public var backlog: Int
    /// Deliveries in flight, in all.
    public var maximumInFlight: Int
    /// The limits of queues that the operator changed; they replace those of the push service.
    public var queues: [QueueKey: QueueLimits]

    /// How long a user's token can be valid in any app, with what clocks may differ.
    public var tokenLifetime: Duration
    /// How many parts of a slice are decided at the same time: one for each core.
    public var workers: Int
    /// Whether a day's sweeps take only a share of an app's devices (``DeviceSweep``); not where time is moved by calls.
    public var boundsDeviceSweeps = false

    /// Sets the limits.
    public init(
        backlog: Int = 1_000,
        maximumInFlight: Int = 1_024,
        queues: [QueueKey: QueueLimits] = [:],
        tokenLifetime: Duration = .seconds(32 * 86_400),
        workers: Int = 2
    ) {
        self.backlog = backlog
        self.maximumInFlight = maximumInFlight
        self.queues = queues
        self.tokenLifetime = tokenLifetime
        self.workers = max(1, workers)
    }
}
