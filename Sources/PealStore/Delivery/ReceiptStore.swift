public import PealCore

/// Keeps the receipts that push services answer later.
public protocol ReceiptStore: Sendable {
    /// Receipts of one lane that can be asked for: of the lane that waits longest, oldest first.
    func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt]

    /// Writes what was learnt, in one transaction.
    func settle(_ receipts: [ReceiptResult]) async throws

    /// When the next receipt can be asked for, later than an instant.
    func nextReceipt(after now: Timestamp) async throws -> Timestamp?
}

/// A receipt that can be asked for, with what a contradiction needs.
public struct PendingReceipt: Sendable, Equatable {
    /// Which delivery.
    public var id: DeliveryID
    /// Whose lane.
    public var lane: LaneKey
    /// What the push service calls it.
    public var receipt: String
    /// The type, whose retry schedule counts.
    public var type: TypeID
    /// How often it was asked for.
    public var asked: Int
    /// When the push service forgets it.
    public var forgottenAt: Timestamp
    /// Counted retries of the delivery.
    public var retriesUsed: Int
    /// When the device registered last.
    public var deviceLastSeenAt: Timestamp
    /// When the notification is no longer worth delivering.
    public var expiresAt: Timestamp

    /// Joins the parts.
    public init(
        id: DeliveryID,
        lane: LaneKey,
        receipt: String,
        type: TypeID,
        asked: Int,
        forgottenAt: Timestamp,
        retriesUsed: Int,
        deviceLastSeenAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.lane = lane
        self.receipt = receipt
        self.type = type
        self.asked = asked
        self.forgottenAt = forgottenAt
        self.retriesUsed = retriesUsed
        self.deviceLastSeenAt = deviceLastSeenAt
        self.expiresAt = expiresAt
    }
}

/// What was learnt of a receipt.
public struct ReceiptResult: Sendable {
    /// What follows.
    public enum Step: Sendable, Equatable {
        /// The push arrived, or nothing more can be learnt: the receipt is forgotten.
        case done
        /// It is asked for again later.
        case askAgain(at: Timestamp)
        /// It contradicts the answer: the delivery goes on as the machine says.
        case contradicted(AttemptRecord, DeliveryMachine.Next, DeliveryMachine.DeviceChange)
    }

    /// Which delivery.
    public var id: DeliveryID
    /// The app.
    public var app: AppID
    /// What follows.
    public var step: Step

    /// Joins the parts.
    public init(id: DeliveryID, app: AppID, step: Step) {
        self.id = id
        self.app = app
        self.step = step
    }
}

/// When a receipt of an accepted push can be asked for.
public struct ReceiptPlan: Sendable, Equatable {
    /// What the push service calls it.
    public var receipt: String
    /// When it can be asked for.
    public var dueAt: Timestamp
    /// When the push service forgets it.
    public var forgottenAt: Timestamp

    /// Joins the parts.
    public init(receipt: String, dueAt: Timestamp, forgottenAt: Timestamp) {
        self.receipt = receipt
        self.dueAt = dueAt
        self.forgottenAt = forgottenAt
    }
}
