public import PealCore

/// What operators ask: does it live, can it serve, how much has it done.
public struct HealthChecks: Sendable {
    /// One thing that must hold for the process to serve.
    public struct Check: Sendable {
        let name: String
        let holds: @Sendable () async -> Bool

        /// Names a check, for example `store` or `delivery`.
        public init(_ name: String, holds: @escaping @Sendable () async -> Bool) {
            self.name = name
            self.holds = holds
        }
    }

    let checks: [Check]
    let clockQuestion: @Sendable () -> ClockState.Question?
    /// What does not hold, by name, in words; for some users only where all checks hold: the process serves all others.
    let remarks: @Sendable () -> [(name: String, text: String)]
    let metrics: @Sendable () async -> String

    /// Joins both parts.
    /// - Parameters:
    ///   - checks: all must hold for `/readyz` to answer 200.
    ///   - clockQuestion: what is in question about the clock; then `/readyz` answers 200 and `degraded`, since calls are served.
    ///   - remarks: what does not hold, by name, in words.
    ///   - metrics: the text of `/metrics` in the Prometheus format.
    public init(
        checks: [Check],
        clockQuestion: @escaping @Sendable () -> ClockState.Question? = { nil },
        remarks: @escaping @Sendable () -> [(name: String, text: String)] = { [] },
        metrics: @escaping @Sendable () async -> String
    ) {
        self.checks = checks
        self.clockQuestion = clockQuestion
        self.remarks = remarks
        self.metrics = metrics
    }
}
