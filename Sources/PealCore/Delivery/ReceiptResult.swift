/// What was learnt of a receipt.
public struct ReceiptResult: Sendable, Equatable {
    /// What follows.
    public enum Step: Sendable, Equatable {
        /// The push arrived, or nothing more can be learnt: the receipt is forgotten.
        case done
        /// It is asked for again later.
        case askAgain(at: Timestamp)
        /// It contradicts the answer: the delivery goes on as the machine says.
        case contradicted(AttemptRecord, DeliveryMachine.Next, DeliveryMachine.DeviceChange)
    }

    /// The delivery.
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

    /// The change of a receipt that contradicts nothing; `nil` for one that does.
    public var change: DeliveryChange? {
        switch step {
        case .done: .forgetReceipt(id)
        case .askAgain(let at): .askForReceipt(id, at: at)
        case .contradicted: nil
        }
    }

    /// The result of a delivery that a receipt contradicts; `nil` for one that it does not.
    public var contradiction: DeliveryResult? {
        guard case .contradicted(let attempt, let next, let device) = step else { return nil }
        return DeliveryResult(id: id, app: app, attempt: attempt, next: next, device: device, epoch: nil)
    }
}
