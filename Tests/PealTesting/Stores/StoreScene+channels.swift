import PealCore
import PealStore

/// Addresses and deliveries of a channel of the scene's app.
extension StoreScene {
    var radio: Channel { Channel(rawValue: "radio") }
    var pager: Channel { Channel(rawValue: "pager") }
    var fax: Channel { Channel(rawValue: "fax") }

    func address(_ user: UserID, sealed: String = "sealed") -> ChannelAddress {
        ChannelAddress(user: user, channel: radio, sealed: Array(sealed.utf8), createdAt: now)
    }

    func apply(_ change: ChannelChange) async throws -> Bool {
        try await store.apply([ChangeGroup(app: app, [.channel(change)])]).allSatisfy(\.isApplied)
    }

    /// Notifies a user in channels; the notification and its trigger.
    func notify(
        _ user: UserID,
        in channels: [Channel: ChannelResult],
        priority: Priority = .high,
        expiresIn: Duration = .seconds(3600)
    ) async throws -> (id: NotificationID, trigger: TriggerID) {
        let trigger = try await accept(submission(.users([user])))
        var new = notification(user, priority: priority, expiresIn: expiresIn)
        new.channels = channels
        try await fanOut { _ in new }
        return (new.id, trigger)
    }

    func claimChannels(at instant: Timestamp? = nil, room: Int = 100, epoch: Int = 1) async throws
        -> [ClaimedChannelDelivery]
    {
        let capacity = QueueCapacity(critical: room, ordinary: room)
        let budget = ClaimBudget(total: capacity, perApp: capacity, perQueue: capacity)
        return try await store.claimChannels(now: instant ?? now, budget: budget, epoch: epoch)
    }

    func channelDelivery(of notification: NotificationID) async throws -> ChannelDelivery? {
        try await store.channelDeliveries(of: notification, app: app).first
    }
}
