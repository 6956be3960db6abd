/// How a withdrawal goes on.
public enum WithdrawalMove: Sendable, Equatable {
    /// From another user on.
    case to(UserID)
    /// It ends, and why it was withdrawn stays with the trigger.
    case end
    /// It ends, and nothing of it stays: everything had left.
    case drop
}
