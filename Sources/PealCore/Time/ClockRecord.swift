/// What a store keeps of the clock of its server.
public struct ClockRecord: Sendable, Equatable {
    /// The latest instant that a running server trusted.
    public var latest: Timestamp
    /// How often an operator accepted the clock.
    public var acceptances: Int
    /// What is in question about the clock; `nil` while it trusts its clock.
    public var question: ClockState.Question?

    /// Joins the parts.
    public init(latest: Timestamp, acceptances: Int = 0, question: ClockState.Question? = nil) {
        self.latest = latest
        self.acceptances = acceptances
        self.question = question
    }
}
