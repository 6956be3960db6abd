public import PealCore

extension SandboxControl {
    /// What the sandbox does with its virtual time.
    public struct Time: Sendable {
        /// The virtual time.
        public var now: @Sendable () async throws -> Timestamp
        /// Moves the clock to an instant, stepping through every due one and draining each; returns its time.
        public var move: @Sendable (_ target: Timestamp) async throws -> Timestamp
        /// Waits until nothing is due or in flight; whether it came to that in time.
        public var settle: @Sendable (_ timeout: Duration) async throws -> Bool

        /// States how the time is read and moved.
        public init(
            now: @escaping @Sendable () async throws -> Timestamp,
            move: @escaping @Sendable (_ target: Timestamp) async throws -> Timestamp,
            settle: @escaping @Sendable (_ timeout: Duration) async throws -> Bool
        ) {
            self.now = now
            self.move = move
            self.settle = settle
        }
    }
}
