import PealCore
import PealStore

extension AppRows {
    /// Deliveries of a push service that are due at a priority, oldest due first.
    func dueDeliveries(_ provider: ProviderID, _ priority: Priority, now: Timestamp) -> [DeliveryRow] {
        let due = deliveries.rows(in: .pending(provider, priority)).filter { $0.dueAt <= now }
        return due.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
    }

    /// Leases a delivery, or ends it when it came too late or its device is gone: then there is none.
    mutating func claim(_ row: DeliveryRow, now: Timestamp, epoch: Int) -> ClaimedDelivery? {
        guard let delivery = claimed(row, now: now) else { return nil }
        let isReachable = isReachable(row.id.device, of: delivery.userID)
        let event = DeliveryMachine.claim(expiresAt: delivery.expiresAt, isReachable: isReachable, now: now)
        if event == .claimed {
            lease(row.id, by: event, epoch: epoch)
            return delivery
        }
        end(row, by: event, at: now)
        return nil
    }

    /// A delivery with what is stored now of what it was decided from, where it is late, and whether an earlier one to the
    /// same device has not ended.
    func claimed(_ row: DeliveryRow, now: Timestamp) -> ClaimedDelivery? {
        guard var delivery = claimed(row),
            let trigger = notifications[row.id.notification].flatMap({ triggers[$0.trigger] })
        else { return nil }
        if delivery.notification.createdAt < DecisionStamp.lateBefore(now) {
            let versions = versions(of: delivery.userID, trigger)
            delivery.late = ClaimedDelivery.Late(trigger: trigger.key, versions: versions)
        }
        delivery.hasEarlier = notifications.rows(in: .user(delivery.userID)).contains { earlier in
            let id = DeliveryID(notification: earlier.id, device: row.id.device)
            return earlier.id < row.id.notification && deliveries[id]?.isOpen == true
        }
        return delivery
    }

    /// What else a user gets about the entity of a push.
    func neighbours(of delivery: ClaimedDelivery, by rules: OrderRules) -> PushNeighbours {
        guard let entity = delivery.notification.entity else { return PushNeighbours() }
        var found = PushNeighbours()
        for row in notifications.rows(in: .user(delivery.userID)) {
            guard row.id != delivery.id.notification, let trigger = triggers[row.trigger]?.trigger,
                trigger.entity == entity
            else { continue }
            if row.id > delivery.id.notification {
                guard rules.superseding[delivery.notification.type] != nil else { continue }
                found.later.append(PushNeighbours.Later(type: trigger.type, push: row.push))
            } else if rules.ordered.contains(delivery.notification.type),
                let earlier = deliveries[DeliveryID(notification: row.id, device: delivery.id.device)],
                earlier.isOpen
            {
                found.earlier.append(
                    PushNeighbours.Earlier(
                        trigger: row.trigger,
                        notification: row.id,
                        isSending: earlier.state == .sending,
                        dueAt: earlier.dueAt,
                        isRetry: earlier.retries + earlier.resends > 0
                    )
                )
            }
        }
        return found
    }

    /// A user's deliveries that wait in queues.
    func waiting(of user: UserID) -> [DeliveryRow] {
        notifications.rows(in: .user(user)).flatMap { deliveries.rows(in: .notification($0.id)) }
            .filter { $0.state == .pending }
    }

    /// How many pushes wait for a user: in queues, and held until an instant at the latest.
    func waitingCount(of user: UserID, heldUntil instant: Timestamp) -> WaitingCount {
        let queued = Set(waiting(of: user).map(\.id.notification))
        return WaitingCount(
            queued: queued.count,
            held: notifications.rows(in: .user(user)).count {
                $0.push == .held && ($0.heldUntil ?? instant) <= instant
            },
            hasSummary: queued.contains { notifications[$0]?.isInWindow(DigestWindowKey.summary) ?? false }
        )
    }

    /// Leases a delivery to an epoch, by an event that leases one in its state.
    mutating func lease(_ id: DeliveryID, by event: DeliveryMachine.Event, epoch: Int) {
        deliveries.update(id) { row in
            guard let state = DeliveryMachine.next(row.state, on: event) else { return }
            row.state = state
            row.epoch = epoch
        }
    }

    /// Ends a delivery that waits in its queue, by an event that ends one.
    private mutating func end(_ row: DeliveryRow, by event: DeliveryMachine.Event, at now: Timestamp) {
        guard let state = DeliveryMachine.next(row.state, on: event) else { return }
        deliveries.update(row.id) { row in
            row.state = state
            row.reason = event.reason
        }
        add(.deliveryEnded, .delivery(row.id), .moved(from: row.state, to: state, at: now))
        raiseAlert(of: row.id.notification, afterEndFor: event.reason)
    }

    /// A delivery with all that composing and sending need.
    func claimed(_ row: DeliveryRow) -> ClaimedDelivery? {
        guard let notification = notifications[row.id.notification], let trigger = triggers[notification.trigger]
        else { return nil }
        var about = ClaimedDelivery.Notification(
            type: trigger.trigger.type,
            category: notification.category,
            content: content(of: notification),
            contentVersion: trigger.trigger.catalogVersion,
            priority: notification.priority,
            createdAt: notification.createdAt
        )
        about.entity = trigger.trigger.entity
        about.parent = trigger.parent
        about.root = trigger.root
        var delivery = ClaimedDelivery(
            id: row.id,
            queue: QueueKey(app: app, provider: row.provider),
            userID: notification.user,
            device: claimed(devices[row.id.device]?.device),
            notification: about,
            policyVersion: row.basis?.policy ?? notification.policyVersion,
            badge: badge(of: notification.user),
            spent: ClaimedDelivery.Spent(retries: row.retries, resends: row.resends),
            expiresAt: notification.expiresAt
        )
        delivery.replaces = notification.replaces
        delivery.isSummary = notification.isInWindow(DigestWindowKey.summary)
        delivery.isSmaller = row.isSmaller
        delivery.alertsOnFailure = notification.alertsOnFailure
        delivery.stamp = row.basis?.stamp ?? notification.stamp
        if let facts = analyticsFacts(of: notification), !facts.wasHeld { delivery.startedAt = facts.startedAt }
        return delivery
    }

    /// A device that is forgotten cannot be reached.
    private func claimed(_ device: Device?) -> ClaimedDelivery.Device {
        var claimed = ClaimedDelivery.Device(
            sealedToken: device?.sealedToken ?? [],
            platform: device?.platform ?? .web,
            lastSeenAt: device?.lastSeenAt ?? Timestamp(milliseconds: 0)
        )
        claimed.environment = device?.environment
        claimed.drawsPushes = device.map { Device.drawsPushes($0.capabilities) } ?? false
        return claimed
    }
}
