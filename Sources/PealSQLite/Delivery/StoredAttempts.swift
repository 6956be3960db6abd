import PealCore

/// Attempts as a delivery's row keeps them: `[[at, outcome, reason, receipt], …]`, the last 20.
enum StoredAttempts {
    /// Appends the attempt bound to `?1…?4`, and lets the oldest of 20 go.
    static let append = """
        CASE WHEN attempts IS NULL THEN json_array(json_array(?1, ?2, ?3, ?4)) ELSE json_insert(
            CASE WHEN json_array_length(attempts) >= 20 THEN json_remove(attempts, '$[0]') ELSE attempts END,
            '$[#]', json_array(?1, ?2, ?3, ?4)) END
        """

    /// Whether the answer to any attempt of a delivery was lost, of a table.
    static func isAnswerLost(of table: String) -> String { hasOutcome("unknown", of: table) }

    /// Whether any attempt of a delivery was refused as too large, of a table.
    static func isTooLarge(of table: String) -> String { hasOutcome(AttemptRecord.tooLarge, of: table) }

    private static func hasOutcome(_ outcome: String, of table: String) -> String {
        """
        \(table).attempts IS NOT NULL AND EXISTS (
            SELECT 1 FROM json_each(\(table).attempts) a WHERE json_extract(a.value, '$[1]') = '\(outcome)')
        """
    }

    static func bindings(_ attempt: AttemptRecord) -> [Binding] {
        [attempt.at.milliseconds, attempt.outcome, attempt.reason, attempt.receipt]
    }

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
