import Foundation
import GRDB
import PealCore

extension SQLiteFacts {
    func users() throws -> [UserFact] {
        try read("SELECT \(app(of: "user")), id, time_zone FROM user ORDER BY app, id") { row in
            UserFact(app: try row.app(0), id: UserID(row.text(1)), timeZone: row.textIfAny(2))
        }
    }

    func entities() throws -> [EntityFact] {
        try read(
            """
            SELECT \(app(of: "entity")), type, id, parent_type, parent_id, owner_id, status,
                times FROM entity ORDER BY app, type, id
            """
        ) { row in
            EntityFact(
                app: try row.app(0),
                ref: EntityRef(type: EntityTypeID(row.text(1)), id: row.text(2)),
                parent: row.entity(3, 4),
                owner: row.textIfAny(5).map { UserID($0) },
                status: row.textIfAny(6),
                times: try JSONDecoder().decode([String: Timestamp].self, from: Data(row.text(7).utf8))
            )
        }
    }

    func members() throws -> [MemberFact] {
        try read(
            """
            SELECT \(app(of: "member")), entity_type, entity_id, user_id, role, status FROM member
            ORDER BY app, entity_type, entity_id, user_id
            """
        ) { row in
            MemberFact(
                app: try row.app(0),
                entity: EntityRef(type: EntityTypeID(row.text(1)), id: row.text(2)),
                user: UserID(row.text(3)),
                role: row.textIfAny(4),
                status: row.textIfAny(5)
            )
        }
    }

    func devices() throws -> [DeviceFact] {
        try read(
            """
            SELECT \(app(of: "device")), id, user_id, provider, token_hash, state, time_zone, last_seen_at,
                invalid_since, permission FROM device
            ORDER BY app, id
            """
        ) { row in
            DeviceFact(
                app: try row.app(0),
                id: try row.id(1),
                user: UserID(row.text(2)),
                provider: ProviderID(rawValue: row.text(3)),
                tokenHash: (row[4] as Data?).map { [UInt8]($0) },
                state: row.text(5),
                permission: row.text(9),
                timeZone: row.textIfAny(6),
                lastSeenAt: row.time(7),
                invalidSince: row.timeIfAny(8)
            )
        }
    }

    func mutes() throws -> [MuteFact] {
        try read("SELECT \(app(of: "mute")), user_id, scope, target, until FROM mute ORDER BY app, user_id, id") {
            row in
            MuteFact(
                userKey: UserKey(app: try row.app(0), user: UserID(row.text(1))),
                scope: row.text(2),
                target: row.text(3),
                until: row.timeIfAny(4)
            )
        }
    }

    func preferences() throws -> [PreferenceFact] {
        try read("SELECT \(app(of: "preference")), user_id, choices FROM preference ORDER BY app, user_id") { row in
            PreferenceFact(
                userKey: UserKey(app: try row.app(0), user: UserID(row.text(1))),
                choices: try JSONDecoder().decode(Preferences.self, from: Data(row.text(2).utf8))
            )
        }
    }
}
