import PealCore

extension DecisionStamp {
    /// What ``init(row:at:)`` reads, of a table.
    static func columns(of table: String) -> String {
        "\(table).facts_version, \(table).entity_version, \(table).valid_until"
    }

    /// What ``init(row:at:)`` reads, of a `delivery d` with its `notification n`: the delivery's own, if the rules were
    /// asked about it again.
    static let columnsOfDelivery = ["facts_version", "entity_version", "valid_until"]
        .map { "CASE WHEN d.policy_version IS NULL THEN n.\($0) ELSE d.\($0) END" }.joined(separator: ", ")

    /// Reads ``columns(of:)``.
    init(row: SQLRow, at base: Int) throws {
        self.init(try Versions(row: row, at: base), validUntil: try row.optionalTime(base + 2))
    }

    /// The values of `facts_version, entity_version, valid_until`.
    var bindings: [SQLValue] { [versions.facts, versions.entity, validUntil?.milliseconds] }
}

extension DecisionStamp.Versions {
    /// Reads the version of a user's facts and that of an entity.
    init(row: SQLRow, at base: Int) throws {
        self.init(
            facts: row.hasNull(atIndex: base) ? nil : try row.int(base),
            entity: row.hasNull(atIndex: base + 1) ? nil : try row.int(base + 1)
        )
    }
}
