public import PealCore
public import PealStore

extension MemoryStore: RedeliveryStore {
    /// The pushes made for a device, of its user's latest notifications; the newest first.
    public func handedPushes(to device: DeviceID, of user: UserID, app: AppID) async throws -> [HandedPush] {
        read(app) { rows in
            rows.notifications.keys(in: .user(user)).suffix(HandedPush.recentLimit).reversed().compactMap { id in
                rows.handedPush(DeliveryID(notification: id, device: device))
            }
        }
    }

    /// Pushes that are due to be re-evaluated, of each app the earliest first.
    public func dueRedeliveries(now: Timestamp, limit: Int) async throws -> [AppID: [HandedPush]] {
        read { contents in
            let due = contents.all.map { rows in
                (rows.app, rows.dueRedeliveries(now: now).prefix(limit).compactMap { rows.handedPush($0) })
            }
            return Dictionary(uniqueKeysWithValues: due.filter { !$0.1.isEmpty })
        }
    }

    /// When the next one is due, later than an instant.
    public func nextRedelivery(after now: Timestamp) async throws -> Timestamp? {
        read { contents in contents.all.flatMap(\.redeliveries.rows).compactMap(\.dueAt).filter { $0 > now }.min() }
    }
}
