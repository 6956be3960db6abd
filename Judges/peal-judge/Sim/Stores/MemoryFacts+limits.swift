import PealCore
import PealMemory

extension MemoryFacts {
    func quotas() throws -> [QuotaFact] {
        store.contents.all.flatMap { app in
            app.quotaList.map { key, row in
                QuotaFact(
                    app: app.app,
                    limit: key.limit,
                    scope: key.scope.rawValue,
                    start: key.start,
                    end: row.end,
                    used: row.used
                )
            }
        }
    }

    func syncPushes() throws -> [SyncPushFact] {
        store.contents.all.flatMap { app in
            app.syncList.map { row in
                SyncPushFact(
                    app: app.app,
                    device: row.device,
                    user: row.user,
                    provider: row.provider,
                    dueAt: row.dueAt,
                    expiresAt: row.expiresAt,
                    epoch: row.epoch,
                    retries: row.retries,
                    hasBadge: row.carriesBadge,
                    sentAt: row.sentAt
                )
            }
        }
    }

    func clears() throws -> [ClearFact] {
        store.contents.all.flatMap { app in
            app.clearList.map { ClearFact(app: app.app, device: $0.device, notification: $0.notification) }
        }
    }
}
