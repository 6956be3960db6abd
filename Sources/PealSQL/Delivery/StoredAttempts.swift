import PealCore

/// Attempts as rows keep them, the last 20.
///
/// Most pushes are accepted at their first attempt: it stands in `accepted_at` and `receipt` alone. Any other makes the list
/// `attempts` of all of them, `[[at, outcome, reason, receipt], …]`; channels have only that.
enum StoredAttempts {
    /// The list of a channel's row with the attempt bound to `?1…?4`.
    static let append = "{attempted attempts}"

    /// The list of a delivery's row with the attempt bound to `?1…?4`.
    static let appendToDelivery =
        "{attempted COALESCE(attempts, CASE WHEN accepted_at IS NOT NULL THEN {accepted \(AttemptRecord.accepted)} END)}"

    /// Whether a delivery was attempted, of a table.
    static func isAny(of table: String) -> String {
        "(\(table).attempts IS NOT NULL OR \(table).accepted_at IS NOT NULL)"
    }

    /// Whether the answer to any attempt of a delivery was lost, of a table.
    static func isAnswerLost(of table: String) -> String { hasOutcome("unknown", of: table) }

    /// Whether any attempt of a delivery was refused as too large, of a table.
    static func isTooLarge(of table: String) -> String { hasOutcome(AttemptRecord.tooLarge, of: table) }

    private static func hasOutcome(_ outcome: String, of table: String) -> String {
        "\(table).attempts IS NOT NULL AND {had \(outcome) \(table).attempts}"
    }

    static func bindings(_ attempt: AttemptRecord) -> [SQLValue] {
        [attempt.at.milliseconds, attempt.outcome, attempt.reason, attempt.receipt]
    }

    /// What ``read(_:at:)`` reads of a table of deliveries.
    static func columns(of table: String) -> String { "\(table).attempts, \(table).accepted_at, \(table).receipt" }

    /// The attempts of a delivery.
    static func read(_ row: SQLRow, at index: Int) throws -> [AttemptRecord] {
        if let list = try row.optionalText(index) { return try decode(list) }
        guard let at = try row.optionalTime(index + 1) else { return [] }
        return [
            AttemptRecord(at: at, outcome: AttemptRecord.accepted, receipt: try row.optionalText(index + 2))
        ]
    }

    /// The attempts of a list; none where there is none.
    static func decode(_ text: String?) throws -> [AttemptRecord] {
        guard let text else { return [] }
        return try JSONText.list(text, of: [JSONValue].self).map { fields in
            guard fields.count == 4, case .integer(let at) = fields[0], let outcome = fields[1].string else {
                throw StoreError(.corrupt, "a stored attempt is not one")
            }
            return AttemptRecord(
                at: Timestamp(milliseconds: at),
                outcome: outcome,
                reason: fields[2].string,
                receipt: fields[3].string
            )
        }
    }
}
