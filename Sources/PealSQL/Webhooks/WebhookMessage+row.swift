import PealCore

extension WebhookMessage {
    /// What ``init(row:)`` reads, of `webhook_message`.
    static let columns = """
        id, webhook, type, user_id, at, queued_at, payload, state, due_at, attempts, tried_at, status, reason
        """

    /// Reads ``columns``.
    init(row: SQLRow) throws {
        self.init(
            id: try row.id(0),
            webhook: try row.id(1),
            type: try row.word(2),
            user: try row.optionalKey(3),
            at: try row.time(4),
            queuedAt: try row.time(5),
            payload: try row.bytes(6)
        )
        state = try row.word(7)
        dueAt = try row.optionalTime(8)
        attempts = try row.int(9)
        guard let at = try row.optionalTime(10) else { return }
        let status = row.hasNull(atIndex: 11) ? nil : try row.int(11)
        last = Attempt(at: at, status: status, reason: try row.optionalText(12))
    }
}
