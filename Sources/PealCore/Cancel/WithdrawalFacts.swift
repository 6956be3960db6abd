/// A trigger that a change of its entity withdraws, as far as it has not left: one that fired by itself, or any whose entity
/// was deleted.
public struct WithdrawalFacts: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// The trigger.
    public var trigger: TriggerID
    /// Whether a firing made it: its claim and quota are released with it, so that the same time may fire again.
    public var isFiring: Bool
    /// Whether all recipients are decided about.
    public var isFannedOut: Bool
    /// Whether all recipients are decided about who were there, and the trigger waits for users who join.
    public var isOpen: Bool
    /// Whether the cancel of what has not left has begun.
    public var isCancelled: Bool
    /// The last user who was looked at, empty before the first.
    public var cursor: UserID
    /// When the entity changed.
    public var at: Timestamp
    /// Why.
    public var reason: FiringReason

    /// Joins the parts.
    public init(
        app: AppID,
        trigger: TriggerID,
        isFiring: Bool = true,
        isFannedOut: Bool,
        isOpen: Bool = false,
        isCancelled: Bool,
        cursor: UserID,
        at: Timestamp,
        reason: FiringReason
    ) {
        self.app = app
        self.trigger = trigger
        self.isFiring = isFiring
        self.isFannedOut = isFannedOut
        self.isOpen = isOpen
        self.isCancelled = isCancelled
        self.cursor = cursor
        self.at = at
        self.reason = reason
    }

    /// Whether the recipients have to be looked at first: what has left in full is not cancelled.
    public var looksFirst: Bool { isFannedOut && !isCancelled }

    /// What becomes of the firing after what had not left was cancelled: only when no recipient got a push, nor anything in a channel, is
    /// the claim released, and may the same time fire again.
    public func ending(after report: CancelReport) -> FiringMachine.Event {
        report.tooLate == 0 ? .withdrawn(reason) : .kept(reason)
    }
}

/// One recipient of a trigger that is withdrawn.
public struct WithdrawalRecipient: Sendable, Equatable {
    /// The push.
    public var push: RecipientPush
    /// Until when it is worth sending.
    public var expiresAt: Timestamp
    /// Whether a provider may still tell that it was not delivered, and it is sent again then.
    public var awaitsReceipt: Bool

    /// Joins the parts.
    public init(push: RecipientPush, expiresAt: Timestamp, awaitsReceipt: Bool) {
        self.push = push
        self.expiresAt = expiresAt
        self.awaitsReceipt = awaitsReceipt
    }

    /// Whether anything may still leave after an instant: what waits, what is retried, what a receipt may send again, what
    /// is open in a channel.
    public func mayLeave(after instant: Timestamp) -> Bool {
        if push.hasOpenChannels, expiresAt > instant { return true }
        if push.own.isRepresented { return push.progress == .waiting }
        guard expiresAt > instant else { return false }
        switch push.own.state {
        case .held, .digested: return true
        case .sending:
            let isOpen = push.own.deliveries.contains { $0.state.isOpen }
            return isOpen || awaitsReceipt
        case .stopped, .represented, .suppressed: return false
        }
    }
}

/// How a withdrawal goes on.
public enum WithdrawalMove: Sendable, Equatable {
    /// From another user on.
    case to(UserID)
    /// It ends, and why it was withdrawn stays with the trigger.
    case end
    /// It ends, and nothing of it stays: everything had left.
    case drop
}
