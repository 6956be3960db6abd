public import PealWire

extension SandboxControl {
    /// What the sandbox does with the faults of its push services.
    public struct Faults: Sendable {
        /// Adds a fault.
        public var add: @Sendable (SandboxFaultBody) async throws -> Void
        /// Removes every fault.
        public var clear: @Sendable () async throws -> Void

        /// States how faults are added and removed.
        public init(
            add: @escaping @Sendable (SandboxFaultBody) async throws -> Void,
            clear: @escaping @Sendable () async throws -> Void
        ) {
            self.add = add
            self.clear = clear
        }
    }
}
