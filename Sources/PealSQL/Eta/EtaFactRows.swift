import PealCore

/// Reads what replies and boards are made from.
struct EtaFactRows {
    var app: AppID
    var question: EtaQuestion

    private var event: [SQLValue] { [app.bound, question.event.type.rawValue, question.event.id] }

    /// The facts; `nil` when there is no such entity.
    func facts(_ db: SQLConnection) throws -> EtaFacts? {
        guard let entity = try ScheduleFactRows(app: app).entity(question.event, db) else { return nil }
        var facts = EtaFacts(event: entity, isAsked: try isAsked(db))
        if let role = question.hostRole { facts.hasHost = try hasMember(role, db) }
        facts.version =
            try db.value(
                Int.self,
                "SELECT MAX(version) FROM eta_reply WHERE app = ? AND entity_type = ? AND entity_id = ?",
                event
            ) ?? 0
        if let viewer = question.viewer { facts.viewer = try members(viewer, limit: 1, db).first }
        switch question.participants {
        case .none: break
        case .one(let user): facts.participants = try participants(user, limit: 1, db)
        case .all(let limit): facts.participants = try participants(nil, limit: limit, db)
        }
        return facts
    }

    /// Whether a request was accepted by a provider or shown in an inbox.
    private func isAsked(_ db: SQLConnection) throws -> Bool {
        guard !question.requests.isEmpty else { return false }
        let marks = Array(repeating: "?", count: question.requests.count).joined(separator: ", ")
        return try db.exists(
            """
            SELECT 1 FROM trigger t JOIN notification n ON n.app = t.app AND n.trigger_id = t.id
            WHERE t.app = ? AND t.entity_type = ? AND t.entity_id = ? AND t.entity_id IS NOT NULL AND t.type IN (\(marks))
                AND (n.in_app_reason IS NULL OR EXISTS (
                    SELECT 1 FROM delivery d
                    WHERE d.app = n.app AND d.notification_id = n.id AND d.accepted_at IS NOT NULL)) LIMIT 1
            """,
            event + question.requests.map { $0.rawValue as SQLValue }
        )
    }

    private func hasMember(_ role: String, _ db: SQLConnection) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM member WHERE app = ? AND entity_type = ? AND entity_id = ? AND role = ? LIMIT 1",
            event + [role]
        )
    }

    private func members(_ user: UserID?, limit: Int, _ db: SQLConnection) throws -> [Member] {
        try db.all(
            """
            SELECT \(Member.columns) FROM member WHERE app = ? AND entity_type = ? AND entity_id = ?
            \(user == nil ? "" : "AND user_id = ?") ORDER BY user_id LIMIT ?
            """,
            event + one(user) + [limit],
            Member.init(row:)
        )
    }

    private func participants(_ user: UserID?, limit: Int, _ db: SQLConnection) throws -> [EtaParticipant] {
        var found = try members(user, limit: limit, db).map { EtaParticipant(member: $0) }
        let indexes = Dictionary(uniqueKeysWithValues: found.enumerated().map { ($1.member.userID, $0) })
        try db.each(
            """
            SELECT r.user_id, \(EtaRecord.columns) FROM eta_reply r
            WHERE r.app = ? AND r.entity_type = ? AND r.entity_id = ? \(user == nil ? "" : "AND r.user_id = ?")
            """,
            event + one(user)
        ) { row in
            guard let index = indexes[try row.key(0)] else { return }
            found[index].record = try EtaRecord(row: row, at: 1)
        }
        try db.each(
            """
            SELECT \(User.columns), u.sealed_details FROM member m JOIN "user" u ON u.app = m.app AND u.id = m.user_id
            WHERE m.app = ? AND m.entity_type = ? AND m.entity_id = ? \(user == nil ? "" : "AND m.user_id = ?")
            """,
            event + one(user)
        ) { row in
            guard let index = indexes[try row.key(0)] else { return }
            var known = try User(row: row)
            known.sealedDetails = try row.bytes(User.width)
            found[index].user = known
        }
        return found
    }

    private func one(_ user: UserID?) -> [SQLValue] { user.map { [$0.rawValue] } ?? [] }
}
