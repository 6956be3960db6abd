import GRDB
import PealCore
import PealStore

/// The triggers of many notifications, each read once however many of them are its own.
struct TriggerRows {
    private var known: [Name: PendingTrigger] = [:]

    private struct Name: Hashable {
        var app: AppID
        var id: TriggerID
    }

    mutating func trigger(_ id: TriggerID, app: AppID, _ db: Connection) throws -> PendingTrigger {
        let name = Name(app: app, id: id)
        if let trigger = known[name] { return trigger }
        let read = try db.first(Self.row, [app.bound, id.blob]) { try PendingTrigger(row: $0) }
        guard let read else { throw StoreError(.corrupt, "a notification has no trigger") }
        known[name] = read
        return read
    }

    private static let row = """
        SELECT \(PendingTrigger.columns) FROM trigger t \(PendingTrigger.entityJoin) WHERE t.app = ? AND t.id = ?
        """
}
