/// What a backend is answered about one trigger.
public struct TriggerAnswer: Sendable, Equatable {
    /// What becomes of it.
    public var acceptance: TriggerAcceptance
    /// What is worth knowing about it; empty for a duplicate, of which nothing is stored.
    public var warnings: [RequestWarning]

    /// Joins both parts.
    public init(_ acceptance: TriggerAcceptance, warnings: [RequestWarning] = []) {
        self.acceptance = acceptance
        self.warnings = acceptance.isAccepted ? warnings : []
    }
}
