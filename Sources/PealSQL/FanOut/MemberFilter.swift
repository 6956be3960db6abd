import PealCore

/// What a query asks of a member `m`, as a condition on roles, statuses and a second membership.
enum MemberFilter {
    /// Reads `?4` to `?8`.
    static let condition = """
        (?4 IS NULL OR m.role IN (SELECT value FROM json_each(?4)))
            AND (?5 IS NULL OR m.status IN (SELECT value FROM json_each(?5)))
            AND (?6 IS NULL OR EXISTS (
                SELECT 1 FROM member o
                WHERE o.app = ?1 AND o.entity_type = ?6 AND o.entity_id = ?7 AND o.user_id = m.user_id))
            AND (?8 IS NULL OR EXISTS (
                SELECT 1 FROM json_each(?8) a
                WHERE (json_array_length(a.value, '$.roles') = 0
                        OR m.role IN (SELECT value FROM json_each(a.value, '$.roles')))
                    AND (json_array_length(a.value, '$.statuses') = 0
                        OR m.status IN (SELECT value FROM json_each(a.value, '$.statuses')))))
        """

    /// The values of ``condition``.
    static func bindings(_ query: MemberQuery, _ other: EntityRef?) throws -> [SQLValue] {
        [
            query.roles.isEmpty ? nil : try JSONText.encode(query.roles),
            query.statuses.isEmpty ? nil : try JSONText.encode(query.statuses),
            other?.type.rawValue, other?.id,
            query.any.isEmpty ? nil : try JSONText.encode(query.any),
        ]
    }
}
