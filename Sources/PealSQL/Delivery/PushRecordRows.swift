import PealCore

/// Reads pushes as cancels see them.
struct PushRecordRows {
    var app: AppID

    /// A notification's push, with whose it is.
    private struct Found {
        var user: UserID
        var push: PushRecord
        var hasChannels: Bool
    }

    private static let columns = """
        n.id, n.user_id, n.push, n.push_reason, n.held_until, n.digest_window, n.sealed_digest_text IS NOT NULL, n.digest_id,
        n.hold_stage,
        EXISTS (SELECT 1 FROM channel_delivery c WHERE c.app = n.app AND c.notification_id = n.id)
        """

    /// The next recipients of a trigger, by user.
    func recipients(of trigger: TriggerID, after user: UserID, limit: Int, _ db: SQLConnection) throws
        -> [RecipientPush]
    {
        try db.all(
            """
            SELECT \(Self.columns) FROM notification n
            WHERE n.app = ? AND n.trigger_id = ? AND n.user_id > ? ORDER BY n.user_id LIMIT ?
            """,
            [app.bound, trigger.blob, user.rawValue, limit],
            Self.found
        ).map { try recipient($0, db) }
    }

    /// The recipient of one notification.
    func recipient(_ id: NotificationID, _ db: SQLConnection) throws -> RecipientPush? {
        try found(id, db).map { try recipient($0, db) }
    }

    private func recipient(_ found: Found, _ db: SQLConnection) throws -> RecipientPush {
        var own = found.push
        own.deliveries = try deliveries(of: own.id, db)
        var recipient = RecipientPush(user: found.user, own: own)
        if found.hasChannels { recipient.channels = try channels(of: own.id, db) }
        if own.isRepresented { recipient.representatives = try representatives(of: own, db) }
        try recipient.readItems { try items(of: $0, user: found.user, db) }
        return recipient
    }

    /// The representative of a digest, then that one's, as far as they are digested themselves.
    private func representatives(of push: PushRecord, _ db: SQLConnection) throws -> [PushRecord] {
        var chain: [PushRecord] = []
        var next = push.digest
        while chain.count < RecipientPush.depth, let id = next, var found = try found(id, db)?.push {
            found.deliveries = try deliveries(of: id, db)
            chain.append(found)
            next = found.isRepresented ? found.digest : nil
        }
        return chain
    }

    private func found(_ id: NotificationID, _ db: SQLConnection) throws -> Found? {
        try db.first(
            "SELECT \(Self.columns) FROM notification n WHERE n.app = ? AND n.id = ?",
            [app.bound, id.blob],
            Self.found
        )
    }

    /// What a digest or a summary stands for, next to its representative.
    func items(of representative: NotificationID, user: UserID, _ db: SQLConnection) throws -> [DigestItem] {
        try db.all(
            """
            SELECT \(Self.columns), t.cancelled_at, n.trace <> '', \(NotificationFacts.columns(of: "n"))
            FROM notification n LEFT JOIN trigger t ON t.app = n.app AND t.id = n.trigger_id
            WHERE n.app = ? AND n.user_id = ? AND n.digest_id = ? ORDER BY n.id
            """,
            [app.bound, user.rawValue, representative.blob]
        ) { row in
            DigestItem(
                push: try Self.found(row).push,
                isCancelled: !row.hasNull(atIndex: 10),
                isResolved: try PushRelevance(row: row, at: 12).isResolved,
                hasLog: try row.flag(11)
            )
        }
    }

    private func deliveries(of id: NotificationID, _ db: SQLConnection) throws -> [DeliveryFacts] {
        try db.all(
            """
            SELECT \(DeliveryState.column(of: "d")), \(StoredAttempts.isAny(of: "d")), \(StoredAttempts.isAnswerLost(of: "d"))
            FROM delivery d WHERE d.app = ? AND d.notification_id = ?
            """,
            [app.bound, id.blob],
            Self.facts
        )
    }

    private func channels(of id: NotificationID, _ db: SQLConnection) throws -> [DeliveryFacts] {
        try db.all(
            """
            SELECT \(DeliveryState.column(of: "d")), d.attempts IS NOT NULL, \(StoredAttempts.isAnswerLost(of: "d"))
            FROM channel_delivery d WHERE d.app = ? AND d.notification_id = ? ORDER BY d.channel
            """,
            [app.bound, id.blob],
            Self.facts
        )
    }

    private static func facts(_ row: SQLRow) throws -> DeliveryFacts {
        DeliveryFacts(state: try row.word(0), wasAttempted: try row.flag(1), isAnswerLost: try row.flag(2))
    }

    private static func found(_ row: SQLRow) throws -> Found {
        let reason: Reason? = try row.optionalWord(3)
        return Found(
            user: try row.key(1),
            push: PushRecord(
                id: try row.id(0),
                state: try PushState(stored: try row.text(2), reason: reason),
                reason: reason,
                heldUntil: try row.optionalTime(4),
                holdStage: try row.optionalWord(8),
                isSummary: try row.optionalText(5) == DigestWindowKey.summary,
                isRepresentative: try row.flag(6),
                digest: try row.optionalID(7)
            ),
            hasChannels: try row.flag(9)
        )
    }
}
