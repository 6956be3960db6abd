import PealCore

extension User {
    /// What ``init(row:)`` reads, of `user u`.
    static let columns = "u.id, u.locale, u.time_zone, u.roles, u.created_at, u.updated_at"
    /// How many columns ``columns`` are.
    static let width = 6

    /// Reads what decisions need: nothing that is sealed.
    init(row: SQLRow) throws {
        self.init(
            id: try row.key(0),
            locale: try row.optionalText(1),
            timeZone: try row.optionalText(2),
            roles: try JSONText.list(try row.text(3)),
            createdAt: try row.time(4),
            updatedAt: try row.time(5)
        )
    }
}

extension Entity {
    static let columns = "type, id, parent_type, parent_id, owner_id, status, time_zone, times, attributes, updated_at"

    init(row: SQLRow) throws {
        self.init(
            ref: EntityRef(type: try row.key(0), id: try row.text(1)),
            parent: try row.optionalRef(2),
            ownerID: try row.optionalKey(4),
            status: try row.optionalText(5),
            timeZone: try row.optionalText(6),
            times: try JSONText.object(try row.text(7)),
            attributes: try JSONText.object(try row.text(8)),
            updatedAt: try row.time(9)
        )
    }
}

extension Member {
    static let columns = "entity_type, entity_id, user_id, role, status, attributes, updated_at, sealed_attributes"

    init(row: SQLRow) throws {
        self.init(
            entity: EntityRef(type: try row.key(0), id: try row.text(1)),
            userID: try row.key(2),
            role: try row.optionalText(3),
            status: try row.optionalText(4),
            attributes: try JSONText.object(try row.text(5)),
            updatedAt: try row.time(6)
        )
        sealedAttributes = try row.bytes(7)
    }
}
