public import PealCore

extension SandboxControl {
    /// What a sandbox that is a demo can do.
    public struct Demo: Sendable {
        /// The users, phones and events of the demo.
        public var scenario: @Sendable () async throws -> JSONValue
        /// The demo's clock, its outage and the phones of an app as they are now.
        public var state: @Sendable (AppID) async throws -> JSONValue
        /// Starts the demo from the beginning, soon; `false` when nothing would start it.
        public var reset: @Sendable () async -> Bool

        /// States how the demo is read and reset.
        public init(
            scenario: @escaping @Sendable () async throws -> JSONValue,
            state: @escaping @Sendable (AppID) async throws -> JSONValue,
            reset: @escaping @Sendable () async -> Bool
        ) {
            self.scenario = scenario
            self.state = state
            self.reset = reset
        }
    }
}
