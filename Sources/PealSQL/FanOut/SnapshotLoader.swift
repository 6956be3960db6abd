import PealCore

/// Loads what decisions need of many recipients in a constant number of statements.
struct SnapshotLoader {
    var app: AppID
    var ownedTypes: Set<EntityTypeID>
    /// Whether there are channels next to push and the inbox, in which users have addresses.
    var usesChannels: Bool

    /// One snapshot a user, also for those nobody knows.
    func load(_ users: Set<UserID>, _ db: SQLConnection) throws -> [UserID: RecipientSnapshot] {
        guard !users.isEmpty else { return [:] }
        let names = try TextList(users)
        var found: [UserID: RecipientSnapshot] = [:]
        found.reserveCapacity(users.count)
        for user in users { found[user] = RecipientSnapshot(userID: user, user: nil) }

        func each(_ sql: String, _ extra: [SQLValue] = [], _ body: (inout RecipientSnapshot, SQLRow) throws -> Void)
            throws
        {
            try db.each(sql, [names, app.bound] + extra) { row in
                // Where it is: taken out and put back, it would be copied with all its lists.
                guard let index = found.index(forKey: try row.key(0)) else { return }
                try body(&found.values[index], row)
            }
        }
        try each(
            """
            SELECT \(User.columns), u.facts_version FROM {texts ?1 j}
            CROSS JOIN "user" u ON u.app = ?2 AND u.id = j.value
            """
        ) {
            $0.user = try User(row: $1)
            $0.factsVersion = try $1.int(User.width)
        }
        try each(
            """
            SELECT p.user_id, p.choices FROM {texts ?1 j} CROSS JOIN preference p ON p.app = ?2 AND p.user_id = j.value
            """
        ) { $0.preferences = try JSONText.decode(Preferences.self, try $1.text(1)) }
        try each(
            """
            SELECT m.user_id, m.id, m.scope, m.target, m.until, m.created_at
            FROM {texts ?1 j} CROSS JOIN mute m ON m.app = ?2 AND m.user_id = j.value ORDER BY m.id
            """
        ) { $0.mutes.append(try Mute(row: $1, at: 1)) }
        try each(
            """
            SELECT DISTINCT m.user_id, m.role, m.entity_type
            FROM {texts ?1 j} CROSS JOIN member m ON m.app = ?2 AND m.user_id = j.value AND m.role IS NOT NULL
            """
        ) { $0.memberships.insert(MembershipRole(try $1.text(1), in: try $1.key(2))) }
        try each(
            """
            SELECT d.user_id, d.id, d.provider, d.state, d.permission, d.capabilities, d.locale, d.time_zone, d.last_seen_at,
                d.platform
            FROM {texts ?1 j}
            CROSS JOIN device d ON d.app = ?2 AND d.user_id = j.value AND d.state <> 'revoked' ORDER BY d.id
            """
        ) { $0.devices.append(try RecipientSnapshot.DeviceFacts(row: $1, at: 1)) }
        if usesChannels {
            try each(
                """
                SELECT a.user_id, a.channel FROM {texts ?1 j}
                CROSS JOIN channel_address a ON a.app = ?2 AND a.user_id = j.value AND a.invalid_since IS NULL
                """
            ) { $0.channelsWithAddress.insert(Channel(rawValue: try $1.text(1))) }
        }
        if !ownedTypes.isEmpty {
            try each(
                """
                SELECT DISTINCT e.owner_id, e.type, e.status FROM {texts ?1 j}
                CROSS JOIN entity e ON e.app = ?2 AND e.owner_id = j.value
                    AND e.type IN (SELECT value FROM {texts ?3 j})
                """,
                [try TextList(ownedTypes.sorted())]
            ) { $0.owned.append(.init(type: try $1.key(1), status: try $1.optionalText(2))) }
        }
        return found
    }
}

extension RecipientSnapshot.DeviceFacts {
    fileprivate init(row: SQLRow, at base: Int) throws {
        self.init(
            id: try row.id(base),
            provider: ProviderID(rawValue: try row.text(base + 1)),
            platform: try row.word(base + 8),
            state: try row.word(base + 2),
            permission: try row.word(base + 3),
            capabilities: try JSONText.object(try row.text(base + 4)),
            locale: try row.optionalText(base + 5),
            timeZone: try row.optionalText(base + 6),
            lastSeenAt: try row.time(base + 7)
        )
    }
}
