public import PealCore
public import PealStore

extension MemoryStore: AuditStore {
    /// The next events that entries are made from, with what is stored of their objects.
    public func auditRecords(after cursor: EventCursor, limit: Int) async throws -> AuditPage {
        read { contents in
            switch contents.log.page(of: AuditRules.kinds, after: cursor, limit: limit) {
            case .resync(let end): .resync(end)
            case .events(let events, let next):
                .records(events.map { contents[$0.event.app].auditRecord(of: $0.event) }, next: next)
            }
        }
    }

    /// How far an app's log has come.
    public func auditTree(of app: AppID) async throws -> AuditTree { read(app) { $0.audit.tree } }

    /// The apps that have a log.
    public func auditedApps() async throws -> [AppID] {
        read { contents in contents.all.filter { $0.audit.tree.size > 0 }.map(\.app) }
    }

    /// The apps whose log has entries that no checkpoint covers.
    public func appsToCheckpoint() async throws -> [AppID] {
        read { contents in contents.all.filter(\.audit.isToCheckpoint).map(\.app) }
    }

    /// Entries of a log, in the order of their numbers or against it.
    public func auditEntries(
        of app: AppID,
        _ filter: AuditFilter,
        after: Int?,
        limit: Int,
        newestFirst: Bool
    ) async throws -> [StoredAuditEntry] {
        read(app) { $0.audit.page(filter, after: after, limit: limit, newestFirst: newestFirst) }
    }

    /// Checkpoints of a log, the newest first.
    public func auditCheckpoints(of app: AppID, below size: Int?, limit: Int) async throws -> [StoredCheckpoint] {
        read(app) { rows in
            Array(rows.audit.checkpoints.reversed().filter { $0.size < size ?? .max }.prefix(limit))
        }
    }

    /// The reference of a user.
    public func auditReference(of user: UserID, app: AppID) async throws -> Int64? {
        read(app) { $0.audit.reference(of: user) }
    }

    /// What a user's claims have added on the day of the last one.
    public func claimUse(of user: UserID, app: AppID) async throws -> ClaimUse {
        read(app) { $0.claimUses[user] ?? ClaimUse() }
    }

    /// The sealed key of a user's claims.
    public func auditSecret(of user: UserID, app: AppID) async throws -> [UInt8]? {
        read(app) { $0.auditSecrets[user] }
    }

    /// Deletes the oldest entries up to a checkpoint.
    public func pruneAudit(of app: AppID, before instant: Timestamp, limit: Int) async throws -> Int {
        try await write(app) { $0.audit.prune(before: instant, limit: limit) }
    }
}

extension AppRows {
    /// An event with what is stored of its object.
    fileprivate func auditRecord(of event: Event) -> AuditRecord {
        var nameless = event
        nameless.user = nil
        var record = AuditRecord(nameless, user: event.user.flatMap { audit.reference(of: $0) })
        switch event.subject {
        case .notification(let id): record.notification = id
        case .delivery(let id):
            record.notification = id.notification
            record.device = auditDevice(id.device)
            if event.kind == .deliveryEnded { readEnding(of: id, &record) }
        case .entity(let ref):
            guard let user = event.user else { break }
            record.reply = replies[Member.Key(entity: ref, user: user)]?.record.latest
        default: break
        }
        if event.kind == .preferencesChanged, let user = event.user { record.preferences = preferences[user] }
        if event.kind != .deliveryEnded, let row = record.notification.flatMap({ notifications[$0] }) {
            record.category = row.category
            record.decidedAt = row.createdAt
            record.inApp = row.inApp
            record.reason = row.reason
            record.receivedAt = row.receivedAt
            record.openedAt = row.openedAt
        }
        return record
    }

    private func auditDevice(_ id: DeviceID) -> AuditDevice {
        guard let device = devices[id]?.device else { return AuditDevice(id: id) }
        return AuditDevice(
            id: id,
            platform: device.platform,
            appVersion: device.appVersion,
            tokenHash: device.tokenHash
        )
    }

    private func readEnding(of id: DeliveryID, _ record: inout AuditRecord) {
        guard let row = deliveries[id], let push = notifications[id.notification] else { return }
        record.user = audit.reference(of: push.user)
        record.category = push.category
        record.device?.appVersion = row.appVersion
        guard record.event.ending?.state != .accepted else { return }
        record.reason = row.reason
        let at = record.event.ending?.at
        record.providerReason = row.attempts.last { $0.at == at }?.reason
    }
}

extension AppRows {
    /// Notes a claim; whether it is new, and the use of the day as it was read.
    mutating func count(_ claim: ClaimChange) -> Bool {
        let bit = claim.action.claimBit
        if let id = claim.notification {
            guard let row = notifications[id], row.user == claim.user, row.claims & bit == 0 else { return false }
        }
        guard auditSecrets[claim.user] != nil, claimUses[claim.user] ?? ClaimUse() == claim.from else { return false }
        if let id = claim.notification { update(id) { $0.claims |= bit } }
        claimUses[claim.user] = claim.to
        return true
    }
}
