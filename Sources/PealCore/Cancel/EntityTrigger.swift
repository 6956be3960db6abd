/// A trigger about an entity that was deleted, as far as it says whether anything of it may still leave.
public struct EntityTrigger: Sendable, Equatable {
    /// The trigger.
    public var id: TriggerID
    /// Where it stands.
    public var state: TriggerState
    /// Whether a withdrawal of it is under way.
    public var isWithdrawing: Bool
    /// Its pushes that are held, wait in digest windows, or are part of a digest or a summary, whether that has left or not.
    public var waitingPushes: Int
    /// Its deliveries that are pending or under way.
    public var openDeliveries: Int
    /// Whether a receipt may still ask for a retry of what a provider has accepted.
    public var mayAwaitReceipts: Bool

    /// Joins the parts.
    public init(
        id: TriggerID,
        state: TriggerState,
        isWithdrawing: Bool = false,
        waitingPushes: Int = 0,
        openDeliveries: Int = 0,
        mayAwaitReceipts: Bool = false
    ) {
        self.id = id
        self.state = state
        self.isWithdrawing = isWithdrawing
        self.waitingPushes = waitingPushes
        self.openDeliveries = openDeliveries
        self.mayAwaitReceipts = mayAwaitReceipts
    }

    /// Whether it is withdrawn with its entity: recipients are still to be decided about, or a push may still leave.
    ///
    /// The withdrawal looks at its recipients, and leaves a trigger as it is of which everything has left.
    public var isToWithdraw: Bool {
        guard !isWithdrawing else { return false }
        return switch state {
        case .cancelled, .withdrawn: false
        case .waiting, .running, .open: true
        case .finished: waitingPushes > 0 || openDeliveries > 0 || mayAwaitReceipts
        }
    }
}
