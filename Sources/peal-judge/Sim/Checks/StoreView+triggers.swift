import GRDB
import PealCore

/// Triggers as their rows show them.
extension StoreView {
    /// The catalog version that accepted a trigger.
    func version(of id: TriggerID, app: AppID) throws -> Int? {
        try rows("SELECT catalog_version FROM trigger WHERE app = ? AND id = ?", [app.rawValue, id.blob]).first?[0]
    }

    func isWaiting(_ id: TriggerID, app: AppID) throws -> Bool {
        let state: String? = try rows(
            "SELECT fan_out FROM trigger WHERE app = ? AND id = ?",
            [app.rawValue, id.blob]
        ).first?[0]
        return state == "waiting"
    }

    /// When it is due, and until when its pushes are bundled.
    func places(of id: TriggerID, app: AppID) throws -> (dueAt: Timestamp, bundleUntil: Timestamp?)? {
        try rows("SELECT due_at, bundle_until FROM trigger WHERE app = ? AND id = ?", [app.rawValue, id.blob]).first
            .map { (Timestamp(milliseconds: $0[0]), ($0[1] as Int64?).map(Timestamp.init(milliseconds:))) }
    }

    /// Every trigger of some types.
    func triggers(of types: [TypeID], app: AppID) throws -> [TriggerID] {
        try rows("SELECT id, type FROM trigger WHERE app = ?", [app.rawValue]).compactMap { row in
            types.contains(TypeID(row[1])) ? TriggerID(blob: row[0]) : nil
        }
    }

    /// The outermost ancestor of an entity; the empty name for the app as a whole.
    func organisation(of entity: EntityRef?, app: AppID) throws -> String {
        guard var ref = entity else { return "" }
        for _ in 0..<8 {
            let row = try rows(
                "SELECT parent_type, parent_id FROM entity WHERE app = ? AND type = ? AND id = ?",
                [app.rawValue, ref.type.rawValue, ref.id]
            ).first
            guard let type: String = row?[0], let id: String = row?[1] else { break }
            ref = EntityRef(type: EntityTypeID(type), id: id)
        }
        return ref.description
    }
}
