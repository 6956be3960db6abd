import PealCore

/// What a query asks of a member `m`, as a condition on roles, statuses and a second membership.
enum MemberFilter {
    /// Stands between a role and a status, of which an empty one takes all.
    private static let between = "\u{1F}"

    /// Reads `?4` to `?8`.
    static let condition = """
        (?4 IS NULL OR m.role IN (SELECT value FROM {texts ?4 j}))
            AND (?5 IS NULL OR m.status IN (SELECT value FROM {texts ?5 j}))
            AND (?6 || '' IS NULL OR EXISTS (
                SELECT 1 FROM member o
                WHERE o.app = ?1 AND o.entity_type = ?6 AND o.entity_id = ?7 AND o.user_id = m.user_id))
            AND (?8 IS NULL OR EXISTS (
                SELECT 1 FROM {texts ?8 a} WHERE a.value IN (
                    '\(between)', m.role || '\(between)', '\(between)' || m.status, m.role || '\(between)' || m.status)))
        """

    /// The values of ``condition``.
    static func bindings(_ query: MemberQuery, _ other: EntityRef?) throws -> [SQLValue] {
        [
            try TextList(unlessEmpty: query.roles),
            try TextList(unlessEmpty: query.statuses),
            other?.type.rawValue, other?.id,
            try TextList(unlessEmpty: pairs(query.any)),
        ]
    }

    private static func pairs(_ any: [MemberMatch]) -> [String] {
        any.flatMap { match in
            (match.roles.isEmpty ? [""] : match.roles).flatMap { role in
                (match.statuses.isEmpty ? [""] : match.statuses).map { role + between + $0 }
            }
        }
    }
}
