public import PealCore
public import PealStore

extension MemoryStore: ChannelStore {
    /// The addresses of a user, by channel.
    public func channelAddresses(of user: UserID, app: AppID) async throws -> [ChannelAddress] {
        read(app) { $0.channelAddresses.rows(in: .user(user)).map(\.address) }
    }

    /// What a notification sends in channels, by channel.
    public func channelDeliveries(of notification: NotificationID, app: AppID) async throws -> [ChannelDelivery] {
        read(app) { $0.channelDeliveries.rows(in: .notification(notification)).map(\.delivery) }
    }

    /// Leases what is due to this epoch, most urgent first, then oldest due.
    public func claimChannels(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws
        -> [ClaimedChannelDelivery]
    {
        try await write { contents in
            var claimed: [ClaimedChannelDelivery] = []
            var left = budget
            let queues = contents.queues(\.pendingChannels, leastBusyFirst: budget)
            for priority in Priority.allCases.sorted(by: >) {
                for queue in queues {
                    // Each round leases or ends all it reads, so it never reads the same again.
                    while true {
                        let room = left.room(of: queue, priority)
                        let channel = Channel(rawValue: queue.provider.rawValue)
                        let due = contents[queue.app].dueChannels(channel, priority, now: now)
                        guard room > 0, !due.isEmpty else { break }
                        for row in due.prefix(room) {
                            guard let delivery = contents[queue.app].claim(row, now: now, epoch: epoch) else {
                                continue
                            }
                            claimed.append(delivery)
                            left.take(queue)
                        }
                    }
                }
            }
            return claimed
        }
    }

    /// Whether anything waits in a channel or was being sent.
    public func hasOpenChannels() async throws -> Bool {
        read { contents in
            contents.all.contains { !$0.pendingChannels.isEmpty || !$0.channelDeliveries.rows(in: .sending).isEmpty }
        }
    }

    /// What an older epoch left in flight, leased to this one.
    public func interruptedChannels(epoch: Int, limit: Int) async throws -> [ClaimedChannelDelivery] {
        try await write { contents in
            let left = contents.all.flatMap { rows in
                rows.channelDeliveries.rows(in: .sending).map(\.delivery).filter { ($0.epoch ?? 0) < epoch }
                    .compactMap { rows.claimed($0) }
            }
            let oldest = left.sorted { ($0.delivery.epoch ?? 0) < ($1.delivery.epoch ?? 0) }.prefix(limit)
            return oldest.map { contents[$0.app].lease($0, by: .interrupted, epoch: epoch) }
        }
    }
}
