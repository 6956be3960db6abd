import PealCore
import PealStore

extension ClaimedDelivery {
    /// What ``init(row:)`` reads, of ``source``.
    static let columns = """
        d.app, d.notification_id, d.device_id, n.user_id, d.provider, v.sealed_token, COALESCE(v.platform, 'web'), v.environment,
        COALESCE(v.last_seen_at, 0), \(Notification.columns), COALESCE(d.policy_version, n.policy_version),
        COALESCE(b.unseen, 0), COALESCE(b.unread, 0), COALESCE(b.version, 0), d.retries, d.resends,
        n.expires_at, COALESCE(\(PartialIndex.devices(.active).of("v")) AND v.user_id = n.user_id, false), n.replaces,
        n.digest_window {same} '\(DigestWindowKey.summary)', n.alerts_on_failure, v.capabilities,
        n.hold_stage IS NOT NULL OR n.was_digested = 1, t.send_local IS NOT NULL OR t.open_until IS NOT NULL, t.accepted_at,
        t.due_at, \(StoredAttempts.isTooLarge(of: "d"))
        """
    /// The joins that ``columns`` need, driven by the delivery; a device that is forgotten cannot be reached.
    static let source = """
        delivery d
        CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
        CROSS JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
        LEFT JOIN device v ON v.app = d.app AND v.id = d.device_id
        LEFT JOIN badge b ON b.app = n.app AND b.user_id = n.user_id
        """
    /// The column that says whether the device may still be sent to.
    static let reachableColumn = 35
    /// How many columns ``columns`` are.
    private static let columnCount = 45

    /// The columns that a claim reads in addition, at an instant before which decisions are late: the decision's stamp, what
    /// is stored now of what it was made from, which is looked up only for those that are late, and whether there is an
    /// earlier push.
    static func lateColumns(before instant: String) -> String {
        func present(_ select: String) -> String { "CASE WHEN n.created_at < \(instant) THEN (\(select)) END" }
        return """
            \(DecisionStamp.columnsOfDelivery), n.created_at < \(instant), n.trigger_id,
            \(present("SELECT u.facts_version FROM \"user\" u WHERE u.app = n.app AND u.id = n.user_id")),
            \(present("SELECT e.version FROM entity e WHERE e.app = t.app AND e.type = t.entity_type AND e.id = t.entity_id")),
            EXISTS (SELECT 1 FROM delivery o WHERE o.app = d.app AND o.user_id = d.user_id
                AND o.notification_id < d.notification_id AND o.device_id = d.device_id
                AND \(PartialIndex.openDeliveries.of("o")))
            """
    }

    /// Reads ``columns`` and the columns that a claim reads in addition.
    init(claimed row: SQLRow) throws {
        try self.init(row: row)
        let base = Self.columnCount
        stamp = try DecisionStamp(row: row, at: base)
        hasEarlier = try row.flag(base + 7)
        guard try row.flag(base + 3) else { return }
        late = Late(trigger: try row.id(base + 4), versions: try DecisionStamp.Versions(row: row, at: base + 5))
    }

    init(row: SQLRow) throws {
        self.init(
            id: DeliveryID(notification: try row.id(1), device: try row.id(2)),
            queue: QueueKey(app: try row.key(0), provider: ProviderID(rawValue: try row.text(4))),
            userID: try row.key(3),
            device: try Device(row: row),
            notification: try Notification(row: row, at: 9),
            policyVersion: try row.int(28),
            badge: InboxCounts(unread: try row.int(30), unseen: try row.int(29), version: try row.int(31)),
            spent: Spent(retries: try row.int(32), resends: try row.int(33)),
            expiresAt: try row.time(34)
        )
        replaces = try row.optionalID(36)
        isSummary = try row.flag(37)
        alertsOnFailure = try row.flag(38)
        isSmaller = try row.flag(44)
        guard try !row.flag(40) else { return }
        startedAt = AnalyticsFacts.Notification.start(
            createdAt: notification.createdAt,
            trigger: try row.flag(41) ? nil : (acceptedAt: try row.time(42), dueAt: try row.time(43))
        )
    }
}

extension ClaimedDelivery.Device {
    fileprivate init(row: SQLRow) throws {
        self.init(sealedToken: try row.bytes(5), platform: try row.word(6), lastSeenAt: try row.time(8))
        environment = try row.optionalText(7)
        // Most devices have none, which takes no reading.
        drawsPushes =
            try row.optionalText(39).map { try $0 != "{}" && PealCore.Device.drawsPushes(JSONText.object($0)) } ?? false
    }
}
