import Foundation
import GRDB
import PealCore

/// A trigger that waits for its fan-out, as its row shows it.
struct OpenTrigger: Sendable {
    var app: AppID
    var id: TriggerID
    var hasBegun: Bool
    var entity: EntityRef?
    var parent: EntityRef?
}

extension StoreView {
    /// Triggers that are due and not fanned out.
    func openTriggers(now: Timestamp) throws -> [OpenTrigger] {
        let due = "WHERE t.fan_out <> 'finished' AND t.cancelled_at IS NULL AND t.due_at <= ? ORDER BY t.app, t.id"
        return try rows(Self.triggers + due, [now.milliseconds]).compactMap(Self.trigger)
    }

    /// One trigger, wherever it stands.
    func trigger(_ id: TriggerID, app: AppID) throws -> OpenTrigger? {
        try rows(Self.triggers + "WHERE t.app = ? AND t.id = ?", [app.rawValue, id.blob]).first.flatMap(Self.trigger)
    }

    private static let triggers = """
        SELECT t.app, t.id, t.fan_out <> 'waiting', t.entity_type, t.entity_id,
            COALESCE(e.parent_type, t.parent_type), COALESCE(e.parent_id, t.parent_id)
        FROM trigger t LEFT JOIN entity e ON e.app = t.app AND e.type = t.entity_type AND e.id = t.entity_id\u{20}
        """

    private static func trigger(_ row: Row) -> OpenTrigger? {
        guard let id = TriggerID(blob: row[1]) else { return nil }
        return OpenTrigger(
            app: AppID(row[0]),
            id: id,
            hasBegun: row[2],
            entity: ref(row[3], row[4]),
            parent: ref(row[5], row[6])
        )
    }

    private static func ref(_ type: String?, _ id: String?) -> EntityRef? {
        guard let type, let id else { return nil }
        return EntityRef(type: EntityTypeID(type), id: id)
    }

    /// Whom an audience means now.
    func people(_ audience: Audience, of trigger: OpenTrigger) throws -> Set<UserID> {
        let app = trigger.app.rawValue
        switch audience {
        case .users(let users): return Set(users)
        case .all: return Set(try rows("SELECT id FROM user WHERE app = ?", [app]).map { UserID($0[0]) })
        case .owner:
            guard let entity = trigger.entity else { return [] }
            let key = [app, entity.type.rawValue, entity.id]
            let owner: String? = try rows(
                "SELECT owner_id FROM entity WHERE app = ? AND type = ? AND id = ?",
                key
            ).first?[0]
            return Set([owner].compactMap { $0 }.map { UserID($0) })
        case .members(let query):
            var people = try members(query.of, of: trigger).filter { member in
                (query.roles.isEmpty || member.role.map(query.roles.contains) ?? false)
                    && (query.statuses.isEmpty || member.status.map(query.statuses.contains) ?? false)
            }.map(\.user)
            if let other = query.alsoMemberOf {
                let also = Set(try members(other, of: trigger).map(\.user))
                people = people.filter(also.contains)
            }
            return Set(people)
        }
    }

    private func members(
        _ selector: EntitySelector,
        of trigger: OpenTrigger
    ) throws -> [(user: UserID, role: String?, status: String?)] {
        let entity: EntityRef? =
            switch selector {
            case .itself: trigger.entity
            case .parent: trigger.parent
            case .named(let ref): ref
            }
        guard let entity else { return [] }
        return try rows(
            "SELECT user_id, role, status FROM member WHERE app = ? AND entity_type = ? AND entity_id = ?",
            [trigger.app.rawValue, entity.type.rawValue, entity.id]
        ).map { (UserID($0[0]), $0[1], $0[2]) }
    }
}
