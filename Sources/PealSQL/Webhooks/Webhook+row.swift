import PealCore

extension Webhook {
    /// What ``init(row:at:)`` reads, of `webhook w`.
    static let columns = """
        w.id, w.url, w.types, w.sealed_secrets, w.rotates_until, w.created_at, w.disabled_at, w.disabled_because,
        w.failing_since, w.down, w.held_until, w.active_since
        """
    /// How many columns that are.
    static let width = 12

    /// Reads ``columns``.
    init(row: SQLRow, at base: Int = 0) throws {
        self.init(
            id: try row.id(base),
            url: try row.text(base + 1),
            types: Set(try JSONText.list(try row.text(base + 2), of: WebhookType.self)),
            sealedSecrets: try row.bytes(base + 3),
            rotatesUntil: try row.optionalTime(base + 4),
            createdAt: try row.time(base + 5)
        )
        activeSince = try row.time(base + 11)
        if let at = try row.optionalTime(base + 6) { disabled = Disabling(try row.word(base + 7), at: at) }
        if let since = try row.optionalTime(base + 8) {
            let held = try row.optionalTime(base + 10)
            failures = Failures(since: since, count: try row.int(base + 9), heldUntil: held)
        }
    }

    /// The values of the columns after `id`, in their order.
    func bindings() throws -> [SQLValue] {
        [
            url, try JSONText.encode(types.sorted { $0.rawValue < $1.rawValue }), sealedSecrets,
            rotatesUntil?.milliseconds, createdAt.milliseconds, disabled?.at.milliseconds, disabled?.reason.rawValue,
            failures?.since.milliseconds, failures?.count ?? 0, failures?.heldUntil?.milliseconds,
            activeSince.milliseconds,
        ]
    }
}
