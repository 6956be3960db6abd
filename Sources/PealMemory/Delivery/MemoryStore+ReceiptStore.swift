public import PealCore
public import PealStore

extension MemoryStore: ReceiptStore {
    /// Receipts of the lane that waits longest and can be asked for, oldest first.
    public func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt] {
        read { contents in
            let oldest = contents.all.flatMap { rows in rows.receipts.rows.map { (rows: rows, receipt: $0) } }
                .min { $0.receipt.dueAt < $1.receipt.dueAt }
            guard let (rows, first) = oldest, first.dueAt <= now else { return [] }
            let due = rows.receipts.rows.filter { $0.provider == first.provider && $0.dueAt <= now }
            let ordered = due.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
            return ordered.prefix(limit).compactMap { rows.pending($0) }
        }
    }

    /// Writes what was learnt, in one transaction.
    public func settle(_ receipts: [ReceiptResult]) async throws {
        try await write { contents in
            for receipt in receipts { contents[receipt.app].settle(receipt) }
        }
    }

    /// When the next receipt can be asked for, later than an instant.
    public func nextReceipt(after now: Timestamp) async throws -> Timestamp? {
        read { contents in contents.all.flatMap(\.receipts.rows).map(\.dueAt).filter { $0 > now }.min() }
    }
}

extension AppRows {
    /// A receipt with what a contradiction needs.
    fileprivate func pending(_ row: ReceiptRow) -> PendingReceipt? {
        guard let delivery = deliveries[row.id], let notification = notifications[row.id.notification],
            let trigger = triggers[notification.trigger]?.trigger
        else { return nil }
        return PendingReceipt(
            id: row.id,
            lane: lane(row.provider),
            receipt: row.receipt,
            type: trigger.type,
            asked: row.asked,
            forgottenAt: row.forgottenAt,
            retriesUsed: delivery.retries,
            deviceLastSeenAt: devices[row.id.device]?.device.lastSeenAt ?? Timestamp(milliseconds: 0),
            expiresAt: notification.expiresAt
        )
    }

    fileprivate mutating func settle(_ result: ReceiptResult) {
        switch result.step {
        case .done: receipts.remove(result.id)
        case .askAgain(let at):
            receipts.update(result.id) { row in
                row.dueAt = at
                row.asked += 1
            }
        case .contradicted(let attempt, let next, let device):
            receipts.remove(result.id)
            contradict(result.id, attempt, next, device)
        }
    }

    /// An accepted delivery goes on as if the answer had been the receipt's; it is not tried again when its trigger was
    /// cancelled or the user has dealt with it meanwhile (R165).
    private mutating func contradict(
        _ id: DeliveryID,
        _ attempt: AttemptRecord,
        _ next: DeliveryMachine.Next,
        _ device: DeliveryMachine.DeviceChange
    ) {
        let next = next.unless(notifications[id.notification]?.relevance.obstacle(at: attempt.at))
        let event = DeliveryMachine.Event.contradicted(next)
        guard deliveries[id]?.state == .accepted, let state = DeliveryMachine.next(.accepted, on: event) else { return }
        deliveries.update(id) { row in
            row.state = state
            row.reason = event.reason
            row.acceptedAt = nil
            row.dueAt = attempt.at
            if case .retry(let at, _) = next { row.dueAt = at }
            row.retries += state == .pending ? 1 : 0
            row.add(attempt)
        }
        add(state == .pending ? .deliveryDue : .deliveryEnded, .delivery(id))
        quarantine(id.device, device, at: attempt.at)
        if state != .pending, state != .cancelled { raiseAlert(of: id.notification) }
    }
}
