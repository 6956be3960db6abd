import PealCore
import PealStore

extension AppRows {
    /// Adds what a decision sends or holds in channels.
    mutating func addChannels(of new: NewNotification) {
        var isAdded = false
        for (channel, result) in new.channels {
            guard let dueAt = result.dueAt(decidedAt: new.createdAt) else { continue }
            let delivery = ChannelDelivery(
                id: ChannelDeliveryID(notification: new.id, channel: channel),
                user: new.userID,
                priority: new.decision.priority,
                state: .pending,
                reason: result.reason,
                dueAt: dueAt,
                expiresAt: new.expiresAt
            )
            channelDeliveries.put(ChannelDeliveryRow(delivery: delivery))
            isAdded = true
        }
        if isAdded { add(.channelDue, user: new.userID, .notification(new.id)) }
    }

    /// Changes addresses in channels, or what is sent there; whether it found what it expects.
    mutating func write(_ change: ChannelChange) -> Bool {
        switch change {
        case .putAddress(let address):
            guard users.contains(address.user) else { return false }
            put(ChannelAddressRow(address: address), in: \.channelAddresses)
        case .removeAddress(let channel, of: let user):
            return remove(ChannelAddressRow.Key(user: user, channel: channel), from: \.channelAddresses) != nil
        case .quarantine(let address, at: let now):
            let key = ChannelAddressRow.Key(user: address.user, channel: address.channel)
            guard var row = channelAddresses[key], row.address.sealed == address.sealed, row.address.isActive else {
                return true
            }
            row.address.invalidSince = now
            put(row, in: \.channelAddresses)
        case .record(let outcome):
            guard let delivery = channelDeliveries[outcome.id]?.delivery, delivery.state == .sending,
                delivery.epoch == outcome.epoch
            else { return false }
            channelDeliveries.update(outcome.id) { $0.record(outcome) }
            addEvent(of: delivery, to: outcome.to, at: outcome.at)
        case .cancel(let id, let reason, at: let now):
            for row in channelDeliveries.rows(in: .notification(id)) where row.delivery.state == .pending {
                end(row.delivery, by: .cancelled(reason), at: now)
            }
        }
        return true
    }

    /// Ends one that waits, by an event that ends one.
    private mutating func end(_ delivery: ChannelDelivery, by event: DeliveryMachine.Event, at now: Timestamp) {
        guard let state = DeliveryMachine.next(.pending, on: event) else { return }
        channelDeliveries.update(delivery.id) { row in
            (row.delivery.state, row.delivery.reason, row.delivery.dueAt) = (state, event.reason, nil)
        }
        addEvent(of: delivery, to: state, at: now)
    }

    /// Leaves the event of one that ended, or waits again.
    private mutating func addEvent(of delivery: ChannelDelivery, to state: DeliveryState, at now: Timestamp) {
        let kind: EventKind = state == .pending ? .channelDue : .channelEnded
        let detail: EventDetail = state == .pending ? .at(now) : .moved(from: delivery.state, to: state, at: now)
        add(kind, user: delivery.user, .notification(delivery.id.notification), detail)
    }
}

extension AppRows {
    /// Deliveries of a channel that are due at a priority, oldest due first.
    func dueChannels(_ channel: Channel, _ priority: Priority, now: Timestamp) -> [ChannelDelivery] {
        let rows = channelDeliveries.rows(in: .pending(channel, priority)).map(\.delivery)
        let due = rows.compactMap { row in row.dueAt.map { (dueAt: $0, row: row) } }.filter { $0.dueAt <= now }
        return due.sorted { ($0.dueAt, $0.row.id) < ($1.dueAt, $1.row.id) }.map(\.row)
    }

    /// Leases a delivery, or ends it: then there is none.
    mutating func claim(_ delivery: ChannelDelivery, now: Timestamp, epoch: Int) -> ClaimedChannelDelivery? {
        guard let claimed = claimed(delivery) else { return nil }
        let event = claimed.event(isCancelled: triggers[claimed.trigger]?.cancel != nil, now: now)
        guard event == .claimed else {
            end(delivery, by: event, at: now)
            return nil
        }
        return lease(claimed, by: event, epoch: epoch)
    }

    /// Leases a delivery to an epoch, by an event that leases one in its state.
    mutating func lease(_ claimed: ClaimedChannelDelivery, by event: DeliveryMachine.Event, epoch: Int)
        -> ClaimedChannelDelivery
    {
        let leased = claimed.leased(by: event, to: epoch)
        channelDeliveries.put(ChannelDeliveryRow(delivery: leased.delivery))
        return leased
    }

    /// A delivery with all that composing and sending need.
    func claimed(_ delivery: ChannelDelivery) -> ClaimedChannelDelivery? {
        guard let notification = notifications[delivery.id.notification], let row = triggers[notification.trigger]
        else { return nil }
        var found = ClaimedDelivery.Notification(
            type: row.trigger.type,
            category: notification.category,
            content: content(of: notification),
            contentVersion: row.trigger.catalogVersion,
            priority: delivery.priority,
            createdAt: notification.createdAt
        )
        (found.entity, found.parent, found.root) = (row.trigger.entity, row.parent, row.root)
        return ClaimedChannelDelivery(
            delivery: delivery,
            app: app,
            address: channelAddresses[.init(user: delivery.user, channel: delivery.id.channel)]?.address,
            trigger: row.key,
            notification: found,
            stamp: notification.stamp
        )
    }

    /// The states of a notification's deliveries: to devices, then in channels.
    func deliveryStates(of id: NotificationID) -> [DeliveryState] {
        deliveries.rows(in: .notification(id)).map(\.state)
            + channelDeliveries.rows(in: .notification(id)).map(\.delivery.state)
    }

    /// The queues of channels that deliveries wait for, as the providers of their queues.
    var pendingChannels: [ProviderID] {
        let found = Set(
            channelDeliveries.groups.compactMap {
                if case .pending(let channel, _) = $0 { channel.rawValue } else { nil }
            }
        )
        return found.sorted { TextKey($0) < TextKey($1) }.map { ProviderID(rawValue: $0) }
    }

    /// Deliveries that wait for channels, with their queues.
    var waitingChannels: [(queue: QueueKey, priority: Priority, dueAt: Timestamp)] {
        channelDeliveries.rows.compactMap { row in
            row.delivery.dueAt.map { dueAt in
                (QueueKey(app: app, channel: row.delivery.id.channel), row.delivery.priority, dueAt)
            }
        }
    }
}
