import PealCore

/// The triggers of many notifications, each read once however many of them are its own.
struct TriggerRows {
    private var known: [Name: PendingTrigger] = [:]

    private struct Name: Hashable {
        var app: AppID
        var id: TriggerID
    }

    mutating func trigger(_ id: TriggerID, app: AppID, _ db: SQLConnection) throws -> PendingTrigger {
        let name = Name(app: app, id: id)
        if let trigger = known[name] { return trigger }
        guard let read = try Self.find(id, app: app, db) else {
            throw StoreError(.corrupt, "a notification has no trigger")
        }
        known[name] = read
        return read
    }

    /// One trigger; `nil` when it is not stored any more.
    static func find(_ id: TriggerID, app: AppID, _ db: SQLConnection) throws -> PendingTrigger? {
        try db.first(row, [app.bound, id.blob]) { try PendingTrigger(row: $0) }
    }

    private static let row = """
        SELECT \(PendingTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ? AND t.id = ?
        """
}
