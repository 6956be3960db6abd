import PealCore

/// Reads where entities belong: their parents and zones.
struct OrganisationRows {
    var app: AppID

    /// Reads an entity with its ancestors, as far as they count for its organisation.
    func add(_ entity: EntityRef, to known: inout [EntityRef: Organisation.Facts?], _ db: SQLConnection) throws {
        var found: [EntityRef: Organisation.Facts?] = [:]
        _ = try Organisation(of: entity) { ref in
            let organisation = try self.organisation(of: ref, db)
            found[ref] = .some(organisation)
            return organisation
        }
        known.merge(found) { $1 }
    }

    /// Holds an entity to what was read.
    /// - Throws: ``GuardFailed``.
    func expect(_ entity: EntityRef, _ facts: Organisation.Facts?, _ db: SQLConnection) throws {
        guard try organisation(of: entity, db) == facts else { throw GuardFailed() }
    }

    /// The outermost of an entity and its ancestors; `nil` without an entity.
    func root(from entity: EntityRef?, _ db: SQLConnection) throws -> EntityRef? {
        try Organisation(of: entity) { try organisation(of: $0, db) }.root
    }

    func organisation(of ref: EntityRef, _ db: SQLConnection) throws -> Organisation.Facts? {
        try db.first(
            "SELECT parent_type, parent_id, time_zone FROM entity WHERE app = ? AND type = ? AND id = ?",
            [app.bound, ref.type.rawValue, ref.id]
        ) { Organisation.Facts(parent: try $0.optionalRef(0), timeZone: try $0.optionalText(2)) }
    }
}
