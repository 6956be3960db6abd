public import PealCore
public import PealStore

extension MemoryStore: CancelStore {
    /// A trigger as a cancel sees it.
    public func cancelFacts(of trigger: TriggerID, app: AppID) async throws -> CancelFacts? {
        read(app) { rows in
            rows.triggers[trigger].map { row in
                let none = CancelReport(cancelled: 0, tooLate: 0, phase: CancelReport.Phase(row.phase))
                return CancelFacts(
                    trigger: trigger,
                    report: row.cancel?.report ?? none,
                    isCancelled: row.cancel != nil,
                    cursor: row.cancel?.cursor,
                    cause: row.withdrawal?.reason
                )
            }
        }
    }

    /// The next recipients that were decided about, by user.
    public func pushes(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [RecipientPush]
    {
        read(app) { rows in rows.notifications(of: trigger, after: user).prefix(limit).map(rows.recipient) }
    }

    /// Triggers with a cancel key, by identifier.
    public func triggers(
        withCancelKey key: String,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [TriggerID] {
        read(app) { rows in
            let found = rows.triggers.keys(in: .cancelKey(TextKey(key))).after(last).prefix { $0 <= newest }
            return Array(found.prefix(limit))
        }
    }

    /// The newest trigger with a cancel key.
    public func newestTrigger(withCancelKey key: String, app: AppID) async throws -> TriggerID? {
        read(app) { $0.triggers.keys(in: .cancelKey(TextKey(key))).last }
    }

    /// A cancel that has recipients left to look at.
    public func openCancel() async throws -> OpenCancel? {
        read { contents in
            contents.triggers(in: .cancelling).first { _ in true }.flatMap { app, row in
                row.cancel.map { OpenCancel(app: app, trigger: row.key, at: $0.at) }
            }
        }
    }

    /// The first withdrawals that are not complete.
    public func openWithdrawals(app: AppID?, limit: Int) async throws -> [WithdrawalFacts] {
        read { contents in
            contents.triggers(in: .withdrawing, of: app).prefix(limit).compactMap { app, row in
                guard let withdrawal = row.withdrawal, let cursor = withdrawal.cursor else { return nil }
                return WithdrawalFacts(
                    app: app,
                    trigger: row.key,
                    isFiring: contents[app].isFiring(row.trigger),
                    isFannedOut: row.phase == .finished,
                    isOpen: row.trigger.openUntil != nil && row.localPass == .placed,
                    isCancelled: row.cancel != nil,
                    cursor: cursor,
                    at: withdrawal.at,
                    reason: withdrawal.reason
                )
            }
        }
    }

    /// The next recipients of a trigger that is withdrawn, by user.
    public func withdrawalRecipients(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [WithdrawalRecipient]
    {
        read(app) { rows in
            rows.notifications(of: trigger, after: user).prefix(limit).map { row in
                WithdrawalRecipient(
                    push: rows.recipient(row),
                    expiresAt: row.expiresAt,
                    awaitsReceipt: rows.deliveries.keys(in: .notification(row.id)).contains(
                        where: rows.receipts.contains
                    )
                )
            }
        }
    }

    /// A retraction that goes on in steps and is not complete.
    public func openRetraction(app: AppID?) async throws -> OpenRetraction? {
        read { contents in
            guard let (app, row) = contents.triggers(in: .retracting, of: app).first(where: { _ in true }),
                let withdrawal = row.withdrawal,
                let cursor = withdrawal.retracted
            else { return nil }
            return OpenRetraction(
                app: app,
                trigger: row.key,
                cursor: cursor,
                at: withdrawal.at,
                keepsReminded: row.trigger.openUntil != nil
            )
        }
    }

    /// A deleted entity whose triggers are not all looked at.
    public func openDeletion(app: AppID?) async throws -> OpenDeletion? {
        read { contents in
            contents.all.lazy.filter { rows in app.map { $0 == rows.app } ?? true }.compactMap(\.openDeletion).first
        }
    }

    /// The next triggers about an entity, by identifier.
    public func triggers(
        about entity: EntityRef,
        types: Set<TypeID>,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        limit: Int
    ) async throws -> [EntityTrigger] {
        read(app) { $0.triggers(about: entity, types: types, after: last, upTo: newest, limit: limit) }
    }

    /// The next recipients of a trigger whose inbox rows it retracts, by user.
    public func retractions(of trigger: TriggerID, app: AppID, after user: UserID, limit: Int) async throws
        -> [RetractionFacts]
    {
        read(app) { rows in
            rows.notifications(of: trigger, after: user).prefix(limit).map { row in
                RetractionFacts(
                    notification: row.id,
                    user: row.user,
                    inApp: row.inApp,
                    push: row.push,
                    reason: row.reason
                )
            }
        }
    }
}

extension MemoryContents {
    fileprivate func triggers(in group: TriggerRow.Group, of app: AppID? = nil) -> some Sequence<(AppID, TriggerRow)> {
        all.lazy.filter { rows in app.map { $0 == rows.app } ?? true }.flatMap { rows in
            rows.triggers.keys(in: group).lazy.compactMap { rows.triggers[$0] }.map { (rows.app, $0) }
        }
    }
}
