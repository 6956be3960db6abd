public import PealCore
public import PealStore

extension MemoryStore: SyncStore {
    /// What the pushes of a user are planned from, after events about some notifications.
    public func syncFacts(of user: UserID, app: AppID, about ids: [NotificationID]) async throws -> SyncFacts {
        read(app) { $0.syncFacts(of: user, about: ids) }
    }

    /// The pushes that were made for a device, of its user's latest notifications; the newest first.
    public func taggedPushes(on device: DeviceID, of user: UserID, app: AppID) async throws -> [TaggedDelivery] {
        read(app) { rows in
            rows.notifications.keys(in: .user(user)).suffix(TaggedDelivery.recentLimit).reversed().compactMap { id in
                guard let row = rows.notifications[id],
                    let delivery = rows.deliveries[DeliveryID(notification: id, device: device)]
                else { return nil }
                let push = TaggedPush(id: id, identity: row.identity, collapse: row.content.collapse)
                return TaggedDelivery(push: push, state: delivery.state)
            }
        }
    }

    /// The pushes that are due, at most as many as the budget has room for; of the apps the least busy comes first.
    public func dueSyncs(now: Timestamp, budget: ClaimBudget) async throws -> [DueSync] {
        read { contents in
            var due: [DueSync] = []
            var left = budget
            for queue in contents.queues(\.syncProviders, leastBusyFirst: budget) {
                let rows = contents[queue.app]
                for state in rows.dueSyncs(queue.provider, now: now).prefix(max(0, left.room(of: queue, .low))) {
                    guard let sync = rows.dueSync(state.device) else { continue }
                    due.append(sync)
                    left.take(queue)
                }
            }
            return due
        }
    }

    /// The pushes of devices, by device; a device without one is missing.
    public func syncStates(of devices: [DeviceID], app: AppID) async throws -> [DeviceID: SyncState] {
        read(app) { rows in
            Dictionary(devices.compactMap { rows.syncs[$0] }.map { ($0.device, $0) }) { first, _ in first }
        }
    }

    /// Pushes that a process before an epoch left in flight, at most `limit`, by app.
    public func interruptedSyncs(before epoch: Int, limit: Int) async throws -> [AppID: [SyncState]] {
        read { contents in
            let left = contents.all.flatMap { rows in
                rows.syncs.rows.filter { $0.epoch.map { $0 < epoch } ?? false }.map { (rows.app, $0) }
            }
            return Dictionary(grouping: left.prefix(limit), by: \.0).mapValues { $0.map(\.1) }
        }
    }
}
