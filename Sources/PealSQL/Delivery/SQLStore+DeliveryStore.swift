package import PealCore
package import PealStore

extension SQLStore {
    /// Starts a new process epoch: leases of older ones are void from here on.
    package func beginEpoch() async throws -> Int {
        try await writer.perform(.intake) { db in
            try db.first(
                """
                INSERT INTO meta (key, value) VALUES ('epoch', '1')
                ON CONFLICT (key) DO UPDATE SET value = CAST(meta.value AS INTEGER) + 1 RETURNING CAST(value AS INTEGER)
                """
            ) { try $0.int(0) } ?? 1
        }
    }

    /// Deliveries an older epoch left in flight, leased to this one.
    package func interrupted(epoch: Int, limit: Int) async throws -> [ClaimedDelivery] {
        try await writer.perform(.progress, weight: limit) { db in
            try DeliveryClaims.interrupted(epoch: epoch, limit: limit, db)
        }
    }

    /// Leases due deliveries to this epoch, most urgent first, then oldest due.
    package func claim(now: Timestamp, budget: ClaimBudget, epoch: Int) async throws -> [ClaimedDelivery] {
        while true {
            let claim = try await writer.perform(.progress, weight: budget.total.critical) { db, events in
                try DeliveryClaims.claim(now: now, budget: budget, epoch: epoch, &events, db)
            }
            guard claim.deliveries.isEmpty, claim.isCut else { return claim.deliveries }
        }
    }

    /// What is known of some notifications of an app, with all their deliveries, and of some devices.
    package func outcomeFacts(of notifications: Set<NotificationID>, devices: Set<DeviceID>, app: AppID) async throws
        -> OutcomeFacts
    {
        try await read { db in try OutcomeRows(app: app).facts(notifications, devices, db) }
    }

    /// How many pushes wait for each of some users: in queues, and held until an instant at the latest.
    package func waitingCounts(of users: Set<UserID>, app: AppID, heldUntil instant: Timestamp) async throws
        -> [UserID: WaitingCount]
    {
        try await read { db in try WaitingPushRows(app: app).counts(of: users, heldUntil: instant, db) }
    }

    /// A user's deliveries that wait in queues.
    package func waiting(of user: UserID, app: AppID, now: Timestamp) async throws -> [ClaimedDelivery] {
        try await read { db in try WaitingPushRows(app: app).deliveries(of: user, now: now, db) }
    }

    /// What else the users of leased deliveries get about the same entities.
    package func neighbours(of deliveries: [ClaimedDelivery], by rules: OrderRules, app: AppID) async throws
        -> [DeliveryID: PushNeighbours]
    {
        try await read { db in
            let rows = NeighbourRows(app: app, rules: rules)
            return try Dictionary(uniqueKeysWithValues: deliveries.map { ($0.id, try rows.neighbours(of: $0, db)) })
        }
    }

    /// The notifications that a user's digest or summary stands for.
    package func items(of representative: NotificationID, user: UserID, app: AppID) async throws -> [DigestItem] {
        try await read { db in try PushRecordRows(app: app).items(of: representative, user: user, db) }
    }

    /// Receipts of one queue that can be asked for, oldest first.
    package func dueReceipts(now: Timestamp, limit: Int) async throws -> [PendingReceipt] {
        try await read { db in try ReceiptRows.due(now: now, limit: limit, db) }
    }

    /// When the next receipt can be asked for, later than an instant.
    package func nextReceipt(after now: Timestamp) async throws -> Timestamp? {
        try await read { db in
            try ReceiptRows.next(after: now, db).map { Timestamp(milliseconds: $0) }
        }
    }

    /// The deliveries of a notification with their attempts.
    package func deliveries(of notification: NotificationID, app: AppID) async throws -> [DeliveryReport]? {
        try await read { db in
            let key: [SQLValue] = [app.bound, notification.blob]
            guard try db.exists("SELECT 1 FROM notification WHERE app = ? AND id = ?", key) else { return nil }
            return try db.all(
                """
                SELECT d.device_id, d.provider, v.platform, \(DeliveryState.column(of: "d")), d.reason, d.due_at,
                    \(StoredAttempts.columns(of: "d"))
                FROM delivery d LEFT JOIN device v ON v.app = d.app AND v.id = d.device_id
                WHERE d.app = ? AND d.notification_id = ? ORDER BY d.device_id
                """,
                key
            ) { row in
                let state: DeliveryState = try row.word(3)
                return DeliveryReport(
                    id: DeliveryID(notification: notification, device: try row.id(0)),
                    provider: ProviderID(rawValue: try row.text(1)),
                    platform: try row.optionalWord(2),
                    state: state,
                    reason: try row.optionalWord(4),
                    attempts: try StoredAttempts.read(row, at: 6),
                    dueAt: state == .pending ? try row.time(5) : nil
                )
            }
        }
    }
}
