import PealCore

/// How commands write what is in question about the clock.
enum ClockText {
    /// All times that are known, as a clause.
    static func times(_ question: ClockState.Question) -> String {
        let witness =
            question.witness.map { "; a push service, token service or key set says \(Zone.terminal.text(of: $0))" }
            ?? "; no push service, token service or key set has answered with a time over TLS"
        return "the system clock shows \(Zone.terminal.text(of: question.system)), but by the time that passed it is "
            + Zone.terminal.text(of: question.trusted) + witness
    }

    /// What an operator does about it.
    static let remedy = "set the clock, or run `peal clock accept` when it is right (docs/operations.md)"
}
