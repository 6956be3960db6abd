/// How much one step of a cancel does.
struct CancelStepSize {
    /// Recipients of the step at most, over all triggers.
    var recipients: Int
    /// Recipients that are counted and stopped all or none.
    private(set) var group = widest

    private static let widest = 25

    init(recipients: Int) { self.recipients = recipients }

    /// While deliveries are leased at the same time, smaller groups fail less often; a single recipient always gets
    /// through, because a push has few attempts.
    mutating func adapt(hadConflict: Bool) {
        group = hadConflict ? max(1, group / 5) : Self.widest
    }
}
