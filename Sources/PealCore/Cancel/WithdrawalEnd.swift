/// What becomes of the firing of a trigger that was withdrawn.
public enum WithdrawalEnd: Sendable, Equatable {
    /// No recipient got a push: the claim and the quota are released, and the same time may fire again.
    case unsent
    /// Some recipients got a push, so the same time never fires again.
    case partlySent

    /// The end after what had not left was cancelled.
    public init(after report: CancelReport) { self = report.tooLate == 0 ? .unsent : .partlySent }
}
