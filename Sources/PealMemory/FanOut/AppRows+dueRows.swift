import PealCore

extension AppRows {
    /// When the next thing falls due, later than an instant; of a queue that is held, not before its end.
    func nextDue(after now: Timestamp, holds: [QueueKey: QueuePause]) -> Timestamp? {
        var instants = triggers.rows(in: .open).map(\.trigger.dueAt)
        instants += (notifications.rows(in: .held) + notifications.rows(in: .digested)).compactMap(\.heldUntil)
        instants += firings.rows(in: .waiting).map(\.dueAt)
        instants += receipts.rows.map(\.dueAt) + notifications.rows(in: .unconfirmed).map(\.expiresAt)
        instants += redeliveries.rows.compactMap(\.dueAt)
        var later = instants.filter { $0 > now }
        for sync in syncs.rows where sync.isWaiting {
            guard let dueAt = sync.dueAt else { continue }
            if let next = Self.next(dueAt, after: now, hold: holds[queue(sync.provider)]) { later.append(next) }
        }
        for row in pendingDeliveries {
            let hold = holds[queue(row.provider)].flatMap { $0.holds(row.priority) ? $0 : nil }
            if let next = Self.next(row.dueAt, after: now, hold: hold) { later.append(next) }
        }
        for row in waitingChannels {
            let hold = holds[row.queue].flatMap { $0.holds(row.priority) ? $0 : nil }
            if let next = Self.next(row.dueAt, after: now, hold: hold) { later.append(next) }
        }
        return later.min()
    }

    private static func next(_ dueAt: Timestamp, after now: Timestamp, hold: QueuePause?) -> Timestamp? {
        guard let hold else { return dueAt > now ? dueAt : nil }
        return hold.until.map { max(dueAt, $0) }
    }

    /// Whether anything is due or in flight.
    func hasWork(now: Timestamp, holds: [QueueKey: QueuePause]) -> Bool {
        if deliveries.rows(in: .sending).contains(where: { ($0.epoch ?? 0) > 0 }) { return true }
        if channelDeliveries.rows(in: .sending).contains(where: { ($0.delivery.epoch ?? 0) > 0 }) { return true }
        if waitingChannels.contains(where: { $0.dueAt <= now && !(holds[$0.queue]?.holds($0.priority) ?? false) }) {
            return true
        }
        if triggers.rows(in: .open).contains(where: { $0.trigger.dueAt <= now }) { return true }
        if !dueHeld(now: now).isEmpty || !dueItems(now: now).isEmpty { return true }
        if firings.rows(in: .waiting).contains(where: { $0.dueAt <= now }) { return true }
        if receipts.rows.contains(where: { $0.dueAt <= now }) || !dueConfirmations(now: now).isEmpty { return true }
        if !dueRedeliveries(now: now).isEmpty { return true }
        if syncs.rows.contains(where: { $0.epoch != nil || $0.isDue(at: now) && holds[queue($0.provider)] == nil }) {
            return true
        }
        return pendingDeliveries.contains { row in
            row.dueAt <= now && !(holds[queue(row.provider)]?.holds(row.priority) ?? false)
        }
    }

    /// The push services that deliveries wait for, by name.
    var pendingProviders: [ProviderID] {
        let found = Set(
            deliveries.groups.compactMap { if case .pending(let provider, _) = $0 { provider } else { nil } }
        )
        return found.sorted { TextKey($0.rawValue) < TextKey($1.rawValue) }
    }

    private var pendingDeliveries: [DeliveryRow] {
        deliveries.groups.flatMap { group in
            if case .pending = group { deliveries.rows(in: group) } else { [DeliveryRow]() }
        }
    }
}

extension QueuePause {
    fileprivate func holds(_ priority: Priority) -> Bool { pausesCritical || priority != .critical }
}
