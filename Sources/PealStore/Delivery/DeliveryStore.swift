public import PealCore

/// Hands out what is due under a lease that belongs to the process, and reads what outcomes are planned from.
public protocol DeliveryStore: Sendable {
    /// Starts a new process epoch: leases of older ones are void from here on (design §5).
    func beginEpoch() async throws -> Int

    /// Deliveries an older epoch left in flight: their answer was lost.
    func interrupted(epoch: Int, limit: Int) async throws -> [ClaimedDelivery]

    /// Leases due deliveries to this epoch, most urgent first, then oldest due.
    ///
    /// Cancelled ones are not among them, nor is more of any app or queue than the budget has room for. One that was
    /// decided before ``DecisionStamp/lateBefore(_:)`` comes with what is stored now of what it was decided from.
    func claim(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedDelivery]

    /// Applies groups as ``ChangeStore/apply(_:)`` does and then leases what is due, in one transaction where there is room.
    ///
    /// Neither undoes the other: a delivery that cannot be read keeps no decision from being written.
    func apply(_ groups: [ChangeGroup], claiming claim: ClaimRequest) async -> ClaimingResult

    /// What is known of some notifications of an app, with all their deliveries, and of some devices.
    func outcomeFacts(of notifications: Set<NotificationID>, devices: Set<DeviceID>, app: AppID) async throws
        -> OutcomeFacts

    /// How many pushes wait for each of some users: in queues, and held until an instant at the latest.
    func waitingCounts(of users: Set<UserID>, app: AppID, heldUntil instant: Timestamp) async throws
        -> [UserID: WaitingCount]

    /// A user's deliveries that wait in queues, each with what is stored now of what it was decided from where it is late;
    /// at most ``WaitingCount/limit``.
    func waiting(of user: UserID, app: AppID, now: Timestamp) async throws -> [ClaimedDelivery]

    /// What else the users of leased deliveries of an app get about the same entities, which each of them has, as far as
    /// rules ask for it.
    func neighbours(of deliveries: [ClaimedDelivery], by rules: OrderRules, app: AppID) async throws
        -> [DeliveryID: PushNeighbours]

    /// The notifications that a user's digest or summary stands for, next to its representative.
    func items(of representative: NotificationID, user: UserID, app: AppID) async throws -> [DigestItem]

    /// Receipts of one queue that can be asked for: of the queue that waits longest, oldest first.
    func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt]

    /// When the next receipt can be asked for, later than an instant.
    func nextReceipt(after now: Timestamp) async throws -> Timestamp?

    /// The deliveries of a notification with their attempts; `nil` when the app has no such notification.
    func deliveries(of notification: NotificationID, app: AppID) async throws -> [DeliveryReport]?
}
