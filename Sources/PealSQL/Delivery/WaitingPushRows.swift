import PealCore
import PealStore

/// Reads what waits for users, for summaries (R163).
struct WaitingPushRows {
    var app: AppID

    func counts(of users: Set<UserID>, heldUntil instant: Timestamp, _ db: SQLConnection) throws -> [UserID:
        WaitingCount]
    {
        var found: [UserID: WaitingCount] = [:]
        try db.each(
            Self.counts,
            [try TextList(users), app.bound, DigestWindowKey.summary, instant.milliseconds]
        ) { row in
            found[try row.key(0)] = WaitingCount(
                queued: try row.int(1),
                held: try row.int(2),
                hasSummary: try row.flag(3)
            )
        }
        return found
    }

    func deliveries(of user: UserID, now: Timestamp, _ db: SQLConnection) throws -> [ClaimedDelivery] {
        try db.all(
            Self.deliveries,
            [
                app.bound, user.rawValue, DecisionStamp.lateBefore(now).milliseconds, WaitingCount.limit,
            ],
            ClaimedDelivery.init(claimed:)
        )
    }

    private static let ofUser = "d.app = ?2 AND d.user_id = j.value AND \(PartialIndex.pending.of("d"))"

    private static let counts = """
        SELECT j.value,
            (SELECT COUNT(DISTINCT d.notification_id) FROM delivery d WHERE \(ofUser)),
            (SELECT COUNT(*) FROM notification n WHERE n.app = ?2 AND n.user_id = j.value
                AND \(PartialIndex.held.of("n")) AND n.held_until <= ?4),
            EXISTS (SELECT 1 FROM delivery d CROSS JOIN notification n ON n.app = d.app AND n.id = d.notification_id
                WHERE \(ofUser) AND n.digest_window {same} ?3)
        FROM {texts ?1 j}
        """

    private static let deliveries = """
        SELECT \(ClaimedDelivery.columns), \(ClaimedDelivery.lateColumns(before: "?3")) FROM \(ClaimedDelivery.source)
        WHERE d.app = ?1 AND d.user_id = ?2 AND \(PartialIndex.pending.of("d"))
        ORDER BY d.notification_id, d.device_id LIMIT ?4
        """
}
