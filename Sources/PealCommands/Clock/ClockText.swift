import PealCore

/// How commands write what is in question about the clock.
enum ClockText {
    /// All times that are known, as a clause.
    static func times(_ question: ClockState.Question) -> String {
        let witness =
            question.witness.map { "; a push service, token service or key set says \($0.rfc3339)" }
            ?? "; no push service, token service or key set has answered with a time over TLS"
        return "the system clock shows \(question.system.rfc3339), but by the time that passed it is "
            + question.trusted.rfc3339 + witness
    }

    /// What an operator does about it.
    static let remedy = "set the clock, or run `peal clock accept` when it is right (docs/operations.md)"
}
