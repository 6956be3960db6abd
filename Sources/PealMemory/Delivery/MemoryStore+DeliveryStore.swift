public import PealCore
public import PealStore

extension MemoryStore: DeliveryStore {
    /// Starts a new process epoch: leases of older ones are void from here on.
    public func beginEpoch() async throws -> Int {
        try await write { contents in
            contents.epoch += 1
            return contents.epoch
        }
    }

    /// Deliveries an older epoch left in flight, leased to this one.
    public func interrupted(epoch: Int, limit: Int) async throws -> [ClaimedDelivery] {
        try await write { contents in
            let left = contents.all.flatMap { rows in
                rows.deliveries.rows(in: .sending).filter { ($0.epoch ?? 0) < epoch }.map { (app: rows.app, row: $0) }
            }
            let oldest = left.sorted { ($0.row.epoch ?? 0) < ($1.row.epoch ?? 0) }.prefix(limit)
            return oldest.compactMap { app, row in
                contents[app].lease(row.id, by: .interrupted, epoch: epoch)
                return contents[app].claimed(row)
            }
        }
    }

    /// Leases due deliveries to this epoch, most urgent first, then oldest due.
    public func claim(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedDelivery] {
        try await write { contents in
            var claimed: [ClaimedDelivery] = []
            var left = budget
            let queues = contents.queues(\.pendingProviders, leastBusyFirst: budget)
            for priority in Priority.allCases.sorted(by: >) {
                for queue in queues {
                    // Each round leases or ends all it reads, so it never reads the same again.
                    while true {
                        let room = left.room(of: queue, priority)
                        let due = contents[queue.app].dueDeliveries(queue.provider, priority, now: now)
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

    /// What is known of some notifications of an app, with all their deliveries, and of some devices.
    public func outcomeFacts(of notifications: Set<NotificationID>, devices: Set<DeviceID>, app: AppID) async throws
        -> OutcomeFacts
    {
        read(app) { $0.outcomeFacts(notifications, devices) }
    }

    /// How many pushes wait for each of some users: in queues, and held until an instant at the latest.
    public func waitingCounts(of users: Set<UserID>, app: AppID, heldUntil instant: Timestamp) async throws
        -> [UserID: WaitingCount]
    {
        read(app) { rows in
            Dictionary(uniqueKeysWithValues: users.map { ($0, rows.waitingCount(of: $0, heldUntil: instant)) })
        }
    }

    /// A user's deliveries that wait in queues.
    public func waiting(of user: UserID, app: AppID, now: Timestamp) async throws -> [ClaimedDelivery] {
        read(app) { rows in
            let waiting = rows.waiting(of: user).sorted { $0.id < $1.id }
            return waiting.prefix(WaitingCount.limit).compactMap { rows.claimed($0, now: now) }
        }
    }

    /// What else the users of leased deliveries get about the same entities.
    public func neighbours(of deliveries: [ClaimedDelivery], by rules: OrderRules, app: AppID) async throws
        -> [DeliveryID: PushNeighbours]
    {
        read(app) { rows in
            Dictionary(uniqueKeysWithValues: deliveries.map { ($0.id, rows.neighbours(of: $0, by: rules)) })
        }
    }

    /// The notifications that a user's digest or summary stands for.
    public func items(of representative: NotificationID, user: UserID, app: AppID) async throws -> [DigestItem] {
        read(app) { $0.items(of: representative, user: user) }
    }

    /// The deliveries of a notification with their attempts.
    public func deliveries(of notification: NotificationID, app: AppID) async throws -> [DeliveryReport]? {
        read(app) { rows in
            guard rows.notifications.contains(notification) else { return nil }
            return rows.deliveries.rows(in: .notification(notification)).map { row in
                DeliveryReport(
                    id: row.id,
                    provider: row.provider,
                    platform: rows.devices[row.id.device]?.device.platform,
                    state: row.state,
                    reason: row.reason,
                    attempts: row.attempts,
                    dueAt: row.state == .pending ? row.dueAt : nil
                )
            }
        }
    }
}

extension MemoryContents {
    /// The queues of all apps; who has least in flight comes first, so that two busy apps never keep out a third.
    func queues(_ providers: (AppRows) -> [ProviderID], leastBusyFirst budget: ClaimBudget) -> [QueueKey] {
        let queues = all.flatMap { rows in providers(rows).map { rows.queue($0) } }
        return queues.sorted { left, right in
            (budget.inFlight[left.app] ?? 0, left) < (budget.inFlight[right.app] ?? 0, right)
        }
    }
}
