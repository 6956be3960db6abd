package import PealCore

/// A lease leaves the state as it was and names its epoch: only the index of what waits in queues loses the row (ADR 0073).
extension DeliveryState {
    /// What the column `state` holds.
    package var stored: String { self == .sending ? Self.pending.rawValue : rawValue }

    /// The state of a row.
    /// - Parameter table: the table's name in the statement, of those that have `state` and `epoch`.
    /// - Returns: an expression.
    package static func column(of table: String) -> String {
        "CASE WHEN \(PartialIndex.sending.of(table)) THEN '\(Self.sending.rawValue)' ELSE \(table).state END"
    }
}
