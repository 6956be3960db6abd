import PealCore
import PealMemory

/// Reads facts from the rows that a store in memory hands out.
struct MemoryFacts: FactSource {
    let store: MemoryStore

    func version() throws -> Int { store.contents.version }

    /// The facts of all apps.
    func rows<Fact>(_ facts: (AppRows) -> [Fact]) -> [Fact] { store.contents.all.flatMap(facts) }

    func triggers() throws -> [TriggerFact] {
        rows { app in
            app.triggerList.map { row in
                TriggerFact(
                    app: app.app,
                    id: row.trigger.id,
                    type: row.trigger.type,
                    entity: row.trigger.entity,
                    parent: row.parent,
                    transition: row.trigger.transition,
                    isFiring: row.trigger.actor?.kind == .system,
                    dueAt: row.trigger.dueAt,
                    openUntil: row.trigger.openUntil,
                    digestUntil: row.trigger.digestUntil,
                    catalogVersion: row.trigger.catalogVersion,
                    fanOut: row.phase.rawValue,
                    cancelledAt: row.cancel?.at,
                    isCancelling: row.cancel?.cursor != nil,
                    revokedAt: row.withdrawal?.at
                )
            }
        }
    }

    func firings() throws -> [FiringFact] {
        rows { app in
            app.firingList.map { row in
                FiringFact(
                    app: app.app,
                    entity: row.key.entity,
                    type: row.key.type,
                    time: row.key.time,
                    dueAt: row.dueAt,
                    state: row.state.rawValue
                )
            }
        }
    }

    func claims() throws -> [ClaimFact] {
        rows { app in
            app.claimList.map { key, claim in
                ClaimFact(app: app.app, key: key, trigger: claim.trigger, expiresAt: claim.expiresAt)
            }
        }
    }

    func leftovers() throws -> LeftoverFacts {
        store.contents.all.reduce(into: LeftoverFacts()) { left, app in
            left.answers += app.answerCount
            left.reservations += app.reservationCount
            left.localWaits += app.localWaitCount
            left.reminders += app.reminderCount
            left.rejections += app.rejectionCount
            left.deletions += app.deletionCount
        }
    }

    func notifications() throws -> [NotificationFact] {
        rows { app in app.notificationList.map { NotificationFact($0, app: app.app) } }
    }

    func texts() throws -> [SealedTextFact] {
        rows { app in
            app.notificationList.map { SealedTextFact(app: app.app, id: $0.id, text: $0.content.text) }
        }
    }

    func deliveries() throws -> [DeliveryFact] {
        rows { app in
            app.deliveryList.map { row in
                DeliveryFact(
                    app: app.app,
                    id: row.id,
                    state: row.state.rawValue,
                    dueAt: row.dueAt,
                    epoch: row.epoch,
                    retries: row.retries,
                    resends: row.resends,
                    reason: row.reason?.rawValue,
                    acceptedAt: row.acceptedAt,
                    isAnswerLost: row.attempts.contains { $0.outcome == "unknown" }
                )
            }
        }
    }

    func receipts() throws -> [ReceiptFact] {
        rows { app in app.receiptList.map { ReceiptFact(app: app.app, delivery: $0.id, dueAt: $0.dueAt) } }
    }

    func badges() throws -> [BadgeFact] {
        rows { app in
            app.badgeList.map { user, counts in
                BadgeFact(userKey: UserKey(app: app.app, user: user), unseen: counts.unseen, unread: counts.unread)
            }
        }
    }
}
