public import PealCore

/// A delivery of a channel that is leased to this process, with all that composing and sending need.
public struct ClaimedChannelDelivery: Sendable, Equatable {
    /// The delivery, leased; its reason says that it was held, and is to be decided again.
    public var delivery: ChannelDelivery
    /// The app.
    public var app: AppID
    /// The user's address now; `nil` without one.
    public var address: ChannelAddress?
    /// The trigger.
    public var trigger: TriggerID
    /// The notification.
    public var notification: ClaimedDelivery.Notification
    /// What it was decided from.
    public var stamp: DecisionStamp

    /// Joins the parts.
    public init(
        delivery: ChannelDelivery,
        app: AppID,
        address: ChannelAddress?,
        trigger: TriggerID,
        notification: ClaimedDelivery.Notification,
        stamp: DecisionStamp
    ) {
        self.delivery = delivery
        self.app = app
        self.address = address
        self.trigger = trigger
        self.notification = notification
        self.stamp = stamp
    }

    /// What a claim of it comes to, when it is due: expiry beats all, and a cancelled trigger sends nothing more.
    public func event(isCancelled: Bool, now: Timestamp) -> DeliveryMachine.Event {
        if isCancelled { return .cancelled(.cancelled) }
        // Whether an address is missing is for the channel to say.
        return DeliveryMachine.claim(expiresAt: delivery.expiresAt, isReachable: true, now: now)
    }

    /// It, leased to an epoch by an event that leases one in its state.
    public func leased(by event: DeliveryMachine.Event, to epoch: Int) -> ClaimedChannelDelivery {
        guard let state = DeliveryMachine.next(delivery.state, on: event) else { return self }
        var leased = self
        (leased.delivery.state, leased.delivery.epoch, leased.delivery.dueAt) = (state, epoch, nil)
        return leased
    }

    /// The queue it goes through: that of its channel.
    public var queue: QueueKey { QueueKey(app: app, channel: delivery.id.channel) }

    /// Whether the rules have to be asked again before it is sent: it was held, or it is late.
    ///
    /// What it was decided from is not compared, as that of a push is: the release of the push writes another stamp, and
    /// what channels send late is little.
    /// - Parameter now: the instant of the attempt.
    /// - Returns: `false` for nearly all.
    public func isOutdated(at now: Timestamp) -> Bool {
        delivery.reason != nil || notification.createdAt < DecisionStamp.lateBefore(now)
    }
}
