import PealCore

extension AppRows {
    /// Pushes that are due to be re-evaluated, the earliest first.
    func dueRedeliveries(now: Timestamp) -> [DeliveryID] {
        redeliveries.rows.compactMap { row in row.dueAt.map { (dueAt: $0, id: row.id) } }.filter { $0.dueAt <= now }
            .sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }.map(\.id)
    }

    /// A push that was made for a device.
    func handedPush(_ id: DeliveryID) -> HandedPush? {
        guard let delivery = deliveries[id], let row = notifications[id.notification],
            let trigger = triggers[row.trigger]
        else { return nil }
        let redelivery = redeliveries[id]
        return HandedPush(
            id: id,
            type: trigger.trigger.type,
            isCancelled: trigger.cancel != nil,
            state: delivery.state,
            isDeviceConfirming: devices[id.device]?.confirmedAt != nil,
            confirmedAt: delivery.confirmedAt,
            isSeen: row.seenAt != nil,
            relevance: row.relevance,
            redelivery: redelivery == nil ? .none : redelivery?.dueAt == nil ? .done : .waiting
        )
    }

    /// Changes what is sent once more; whether it found what it expects.
    mutating func write(_ change: RedeliveryChange) -> Bool {
        switch change {
        case .plan(let id, at: let instant):
            guard deliveries.contains(id), !redeliveries.contains(id) else { return true }
            redeliveries.put(RedeliveryRow(id: id, dueAt: instant))
            add(.redeliveryPlanned, .delivery(id))
        case .end(let push):
            guard push.redelivery == .waiting, handedPush(push.id) == push else { return false }
            redeliveries.update(push.id) { $0.dueAt = nil }
        }
        return true
    }
}
