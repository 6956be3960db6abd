/// A push that a push service took for a device, as far as it decides whether it is sent there once more (R146).
public struct HandedPush: Sendable, Equatable {
    /// How far it has come to be sent once more.
    public enum Redelivery: Sendable, Equatable {
        /// It was never planned.
        case none
        /// It is planned, and looked at when it is due.
        case waiting
        /// It was sent once more, or was not needed: it is never planned again.
        case done
    }

    /// How many of a user's latest notifications are looked at.
    public static let recentLimit = 200

    /// The notification and the device.
    public var id: DeliveryID
    /// Its type.
    public var type: TypeID
    /// Whether its trigger was cancelled: then nothing of it is sent any more.
    public var isCancelled: Bool
    /// The state of its delivery.
    public var state: DeliveryState
    /// Whether its device has ever confirmed a push: only then does its silence say anything.
    public var isDeviceConfirming: Bool
    /// When the device confirmed it: reported it as received or as shown.
    public var confirmedAt: Timestamp?
    /// Whether its user has seen it, on any device.
    public var isSeen: Bool
    /// What else decides whether it is worth sending.
    public var relevance: PushRelevance
    /// Whether it is planned, or was sent, once more.
    public var redelivery: Redelivery

    /// Joins the parts.
    public init(
        id: DeliveryID,
        type: TypeID,
        isCancelled: Bool = false,
        state: DeliveryState,
        isDeviceConfirming: Bool = true,
        confirmedAt: Timestamp? = nil,
        isSeen: Bool = false,
        relevance: PushRelevance,
        redelivery: Redelivery = .none
    ) {
        self.id = id
        self.type = type
        self.isCancelled = isCancelled
        self.state = state
        self.isDeviceConfirming = isDeviceConfirming
        self.confirmedAt = confirmedAt
        self.isSeen = isSeen
        self.relevance = relevance
        self.redelivery = redelivery
    }

    /// Whether its device seems to have lost it, and its user still needs it.
    public func isMissing(at now: Timestamp) -> Bool {
        state == .accepted && confirmedAt == nil && !isSeen && !isCancelled && relevance.isWorthPushing(at: now)
    }

    /// What sends it once more, where it is still missing when that is due.
    ///
    /// The attempt notes that its outcome is unconfirmed, so a device that did show the first copy still counts.
    /// - Parameters:
    ///   - app: its app.
    ///   - now: the instant it is.
    /// - Returns: the change; `nil` when it is not sent.
    public func redelivered(in app: AppID, at now: Timestamp) -> DeliveryChange? {
        guard isMissing(at: now) else { return nil }
        let next = DeliveryMachine.Next.retry(at: now, counted: false)
        let attempt = AttemptRecord(.unknown(reason: "not-confirmed"), at: now)
        let unconfirmed = DeliveryResult(id: id, app: app, attempt: attempt, next: next, device: .none, epoch: nil)
        return AttemptEnd(of: unconfirmed, next).map(DeliveryChange.record)
    }
}
