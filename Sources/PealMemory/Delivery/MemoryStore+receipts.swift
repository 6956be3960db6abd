public import PealCore
public import PealStore

extension MemoryStore {
    /// Receipts of the queue that waits longest and can be asked for, oldest first.
    public func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt] {
        read { contents in
            let oldest = contents.all.flatMap { rows in rows.receipts.rows.map { (rows: rows, receipt: $0) } }
                .min {
                    ($0.receipt.dueAt, $0.rows.queue($0.receipt.provider)) < (
                        $1.receipt.dueAt, $1.rows.queue($1.receipt.provider)
                    )
                }
            guard let (rows, first) = oldest, first.dueAt <= now else { return [] }
            let due = rows.receipts.rows.filter { $0.provider == first.provider && $0.dueAt <= now }
            let ordered = due.sorted { ($0.dueAt, $0.id) < ($1.dueAt, $1.id) }
            return ordered.prefix(limit).compactMap { rows.pending($0) }
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
        var receipt = PendingReceipt(
            id: row.id,
            queue: queue(row.provider),
            receipt: row.receipt,
            type: trigger.type,
            asked: row.asked,
            forgottenAt: row.forgottenAt,
            retriesUsed: delivery.retries,
            deviceLastSeenAt: devices[row.id.device]?.device.lastSeenAt ?? Timestamp(milliseconds: 0),
            expiresAt: notification.expiresAt
        )
        receipt.isSmaller = delivery.isSmaller
        return receipt
    }
}
