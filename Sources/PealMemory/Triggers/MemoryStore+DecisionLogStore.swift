public import PealCore
public import PealStore

extension MemoryStore: DecisionLogStore {
    /// Decisions, newest first.
    public func decisions(
        app: AppID,
        filter: DecisionFilter,
        page: PageRequest
    ) async throws -> Page<DecisionRecord> {
        read(app) { rows in
            let all =
                if let trigger = filter.trigger {
                    rows.notifications.keys(in: .trigger(trigger))
                } else if let user =
                    filter.user
                { rows.notifications.keys(in: .user(user)) } else { rows.notifications.keys }
            let keys = all.before(NotificationID(token: page.after)).reversed()
            return Page(keys, limit: page.limit, token: \.id.token) { id in
                guard let row = rows.notifications[id], filter.user.map({ $0 == row.user }) ?? true,
                    filter.since.map({ row.createdAt >= $0 }) ?? true
                else { return nil }
                return rows.decision(row).flatMap { record in
                    filter.type.map { $0 == record.type } ?? true ? record : nil
                }
            }
        }
    }

    /// A trigger with its sealed data and how far it has come; `nil` when the app has none by that identifier.
    public func acceptedTrigger(_ id: TriggerID, app: AppID) async throws -> AcceptedTrigger? {
        read(app) { rows in rows.triggers[id].map { rows.accepted($0) } }
    }

    /// The newest triggers of an app, newest first.
    public func acceptedTriggers(
        app: AppID,
        type: TypeID?,
        since: Timestamp?,
        limit: Int
    ) async throws -> [AcceptedTrigger] {
        read(app) { rows in
            let newest = rows.triggers.keys.suffix(type == nil ? limit : AcceptedTrigger.reach).reversed()
            return newest.lazy.compactMap { rows.triggers[$0] }.filter { row in
                (type.map { $0 == row.trigger.type } ?? true) && (since.map { row.trigger.acceptedAt >= $0 } ?? true)
            }.prefix(limit).map { rows.accepted($0) }
        }
    }

    /// The fullest of the windows of a sender's limit that are open.
    public func openWindows(
        of limit: SenderLimit,
        app: AppID,
        now: Timestamp,
        count: Int
    ) async throws -> [LimitWindow] {
        read(app) { rows in
            let open = rows.quotas.filter { key, row in
                key.limit == limit.id && key.start <= now && row.end > now
            }
            let ordered = open.sorted { ($1.value.used, $0.key.scope) < ($0.value.used, $1.key.scope) }
            return ordered.prefix(count).map { key, row in
                LimitWindow(scope: key.scope.rawValue, used: row.used, end: row.end)
            }
        }
    }

    /// The windows of sender limits in which a trigger counts, by limit.
    public func windowUses(of id: TriggerID, app: AppID) async throws -> [LimitWindowUse] {
        read(app) { rows in
            guard let trigger = rows.triggers[id]?.trigger else { return [] }
            return (rows.reservations[id] ?? []).sorted { $0.limit < $1.limit }.map { use in
                LimitWindowUse(
                    limit: use.limit,
                    scope: use.scope.rawValue,
                    from: use.start,
                    acceptedAt: trigger.acceptedAt,
                    dueAt: trigger.dueAt
                )
            }
        }
    }

    /// Triggers that were rejected or duplicates, the latest first.
    public func rejectedRequests(app: AppID, filter: RejectedRequestFilter, limit: Int) async throws
        -> [RejectedRequests]
    {
        read(app) { $0.rejections(filter, limit: limit) }
    }

    /// When a user was erased; `nil` when they were not, or were put again.
    public func erased(_ user: UserID, app: AppID) async throws -> Timestamp? { read(app) { $0.erased[user] } }
}

extension AppRows {
    fileprivate func accepted(_ row: TriggerRow) -> AcceptedTrigger {
        AcceptedTrigger(
            pending: pending(row),
            isFannedOut: row.phase == .finished,
            cancelledAt: row.cancel?.at,
            revocation: row.withdrawal?.reason
        )
    }

    fileprivate func decision(_ row: NotificationRow) -> DecisionRecord? {
        guard let trigger = triggers[row.trigger]?.trigger else { return nil }
        var record = DecisionRecord(
            id: row.id,
            trigger: row.trigger,
            type: trigger.type,
            userID: row.user,
            inApp: row.inApp,
            push: row.result,
            trace: row.trace,
            at: row.createdAt,
            policyVersion: row.policyVersion,
            contentVersion: trigger.catalogVersion
        )
        record.thread = row.content.thread
        record.priority = row.priority
        record.windowKey = row.digestWindow?.key
        record.companions = row.push == .digested ? companions(of: row) : 0
        record.digest = row.representative.flatMap { notifications[$0] }.map {
            DigestOutcome(representative: $0.id, push: $0.result)
        }
        record.receivedAt = row.receivedAt
        record.holdStage = row.push == .held ? row.holdStage : nil
        return record
    }

    /// How many others wait in the same digest window.
    private func companions(of row: NotificationRow) -> Int {
        notifications.rows(in: .user(row.user)).count { $0.push == .digested && $0.isInWindow(row.digestWindow?.key) }
            - 1
    }
}
