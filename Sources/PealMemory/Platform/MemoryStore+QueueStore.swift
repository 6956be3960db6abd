public import PealCore
public import PealStore

extension MemoryStore: QueueStore {
    /// Every queue that an operator or the token-invalidation breaker changed.
    public func queues() async throws -> [QueueRecord] {
        read { contents in contents.all.flatMap { rows in rows.queues.values.sorted { $0.queue < $1.queue } } }
    }

    /// The next failed deliveries of a queue, by identifier.
    public func failedDeliveries(of queue: QueueKey, since: Timestamp, after last: DeliveryID?, limit: Int) async throws
        -> [FailedDelivery]
    {
        read(queue.app) { rows in
            let first = NotificationID(firstAt: since)
            let ids = rows.deliveries.keys(in: .failed(queue.provider)).after(last)
            return ids.lazy.filter { $0.notification >= first }.compactMap(rows.failed).prefix(limit).map(\.self)
        }
    }

    /// How many deliveries of each queue are pending or under way.
    public func openCounts() async throws -> [QueueKey: Int] {
        read { contents in
            contents.all.reduce(into: [:]) { counts, rows in
                for row in rows.deliveries.rows {
                    counts[rows.queue(row.provider), default: 0] += row.isOpen ? 1 : 0
                }
                for row in rows.channelDeliveries.rows {
                    counts[QueueKey(app: rows.app, channel: row.key.channel), default: 0] += row.isOpen ? 1 : 0
                }
            }
        }
    }

    /// How many deliveries of each queue are pending or under way, and how many failed since an instant.
    public func queueCounts(since: Timestamp) async throws -> [QueueKey: QueueCounts] {
        read { contents in
            let first = NotificationID(firstAt: since)
            var counts: [QueueKey: QueueCounts] = [:]
            for rows in contents.all {
                for row in rows.deliveries.rows {
                    let queue = rows.queue(row.provider)
                    if row.isOpen { counts[queue, default: QueueCounts()].pending += 1 }
                    if row.state == .failed, row.id.notification >= first {
                        counts[queue, default: QueueCounts()].failed += 1
                    }
                }
                for row in rows.channelDeliveries.rows {
                    let queue = QueueKey(app: rows.app, channel: row.key.channel)
                    if row.isOpen { counts[queue, default: QueueCounts()].pending += 1 }
                    if row.delivery.state == .failed, row.key.notification >= first {
                        counts[queue, default: QueueCounts()].failed += 1
                    }
                }
            }
            return counts
        }
    }
}

extension AppRows {
    /// A delivery that failed, as an operator sends it again.
    fileprivate func failed(_ id: DeliveryID) -> FailedDelivery? {
        guard let notification = notifications[id.notification], devices.contains(id.device) else { return nil }
        return FailedDelivery(
            id: id,
            createdAt: notification.createdAt,
            isReachable: isReachable(id.device, of: notification.user),
            relevance: notification.relevance
        )
    }

    /// Changes what is kept of a queue; what the change found out, if anything.
    mutating func write(_ change: QueueChange, of provider: ProviderID) -> ChangeValue? {
        switch change {
        case .pause(let at, let by):
            self.change(provider) { record in
                guard record.pausedAt == nil else { return }
                (record.pausedAt, record.pausedBy) = (at, by)
            }
        case .resume: self.change(provider) { ($0.pausedAt, $0.pausedBy) = (nil, nil) }
        case .setTrouble(let trouble): self.change(provider) { $0.trouble = trouble }
        case .setInvalidationBreaker(let at): self.change(provider) { $0.invalidationBreakerOpenSince = at }
        case .noteRedrive(let at):
            self.change(provider) { record in
                let next = record.redrivenAt.map { $0 + .milliseconds(1) }
                record.redrivenAt = max(at, next ?? at)
            }
        case .restore(let from, let to, let since, let mismatched):
            let count = changeDevices { row in
                guard row.device.provider == provider else { return false }
                guard let at = row.device.invalidSince else {
                    guard mismatched.contains(row.device.id), row.device.state == from else { return false }
                    row.device.state = to
                    return true
                }
                guard at >= since else { return false }
                if row.device.state == from { row.device.state = to }
                row.device.invalidSince = nil
                return true
            }
            return .restored(count + restoreAddresses(Channel(rawValue: provider.rawValue), since: since))
        }
        return nil
    }

    /// Puts the addresses of a channel into service again that were called dead since an instant; how many.
    private mutating func restoreAddresses(_ channel: Channel, since: Timestamp) -> Int {
        let dead = channelAddresses.rows.filter { row in
            row.address.channel == channel && (row.address.invalidSince.map { $0 >= since } ?? false)
        }
        for var row in dead {
            row.address.invalidSince = nil
            put(row, in: \.channelAddresses)
        }
        return dead.count
    }

    private mutating func change(_ provider: ProviderID, _ change: (inout QueueRecord) -> Void) {
        let none = QueueRecord(
            queue: queue(provider),
            pausedAt: nil,
            invalidationBreakerOpenSince: nil,
            redrivenAt: nil
        )
        change(&queues[provider, default: none])
    }
}
