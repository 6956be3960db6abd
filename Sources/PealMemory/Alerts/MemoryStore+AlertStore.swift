public import PealCore
public import PealStore

extension MemoryStore: AlertStore {
    /// The alerts of an app, or of all, by their keys.
    public func alerts(of app: AppID?) async throws -> [AppID: [Alert]] {
        read { contents in
            let all = app.map { [contents[$0]] } ?? contents.all
            return all.reduce(into: [:]) { found, rows in
                let alerts = rows.alerts.values.sorted { $0.key < $1.key }
                if !alerts.isEmpty { found[rows.app] = alerts }
            }
        }
    }

    /// Since when what is due at an instant waits.
    public func oldestDue(of app: AppID, now: Timestamp) async throws -> OldestDue {
        read(app) { rows in
            let triggers = rows.triggers.rows(in: .open).map(\.trigger.dueAt)
            let deliveries = rows.deliveries.rows.filter { $0.state == .pending }.map(\.dueAt)
            let channels = rows.waitingChannels.map(\.dueAt)
            return OldestDue(
                trigger: triggers.filter { $0 <= now }.min(),
                delivery: (deliveries + channels).filter { $0 <= now }.min()
            )
        }
    }
}
