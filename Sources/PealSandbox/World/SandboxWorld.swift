public import PealCore

/// What the sandbox gets from outside: time and chance.
public struct SandboxWorld: Sendable {
    /// The wall clock; a virtual one in the sandbox.
    public var now: @Sendable () -> Timestamp
    /// Waits for a fault's delay: in real time, since the clients' time-outs are real too.
    public var wait: @Sendable (Duration) async throws -> Void
    /// A random number.
    public var random: @Sendable () -> UInt64

    /// Joins the parts.
    public init(
        now: @escaping @Sendable () -> Timestamp,
        wait: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.wait = wait
        self.random = random
    }

    /// A random number in 0..<1.
    var unit: Double { Double(random() >> 11) * 0x1p-53 }
}
