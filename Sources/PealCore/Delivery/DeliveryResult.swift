/// What became of one attempt, and what follows.
public struct DeliveryResult: Sendable, Equatable {
    /// The delivery.
    public var id: DeliveryID
    /// The app.
    public var app: AppID
    /// What happened.
    public var attempt: AttemptRecord
    /// What follows.
    public var next: DeliveryMachine.Next
    /// What happens to the device's address.
    public var device: DeliveryMachine.DeviceChange
    /// The receipt to be asked for, when it was accepted by a service that gives receipts.
    public var receipt: ReceiptPlan?
    /// The epoch that holds the lease; `nil` for a receipt that contradicts an accepted push.
    ///
    /// Results of older epochs are not written.
    public var epoch: Int?
    /// Whether the type turns the inbox row into an alert when no device could be reached.
    public var alertsOnFailure: Bool

    /// Joins the parts.
    public init(
        id: DeliveryID,
        app: AppID,
        attempt: AttemptRecord,
        next: DeliveryMachine.Next,
        device: DeliveryMachine.DeviceChange,
        receipt: ReceiptPlan? = nil,
        epoch: Int?,
        alertsOnFailure: Bool = true
    ) {
        self.id = id
        self.app = app
        self.attempt = attempt
        self.next = next
        self.device = device
        self.receipt = receipt
        self.epoch = epoch
        self.alertsOnFailure = alertsOnFailure
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
