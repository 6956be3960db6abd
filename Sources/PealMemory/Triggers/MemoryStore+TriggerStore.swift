public import PealCore
public import PealStore

extension MemoryStore: TriggerStore {
    /// Reads facts in one snapshot.
    public func acceptFacts(_ needs: AcceptNeeds, app: AppID) async throws -> AcceptFacts {
        read(app) { $0.acceptFacts(needs) }
    }

    /// Reads what triggers are checked against, in one snapshot.
    public func directoryFacts(_ needs: DirectoryNeeds, app: AppID) async throws -> DirectoryFacts {
        read(app) { $0.directoryFacts(needs) }
    }

    /// A trigger that is to be moved or resumed.
    public func moveFacts(of trigger: TriggerID, app: AppID, now: Timestamp) async throws -> MoveFacts? {
        read(app) { rows in
            rows.triggers[trigger].map { row in
                MoveFacts(
                    trigger: row.trigger,
                    state: row.state,
                    hasData: !row.sealedData.isEmpty,
                    claim: row.claimKey.map { key in
                        MoveFacts.Claim(
                            key: key.rawValue,
                            heldUntil: row.claimUntil,
                            holder: rows.holder(of: key, at: now)
                        )
                    }
                )
            }
        }
    }

    /// How many accepted triggers of each app still wait to be fanned out.
    public func backlogs() async throws -> [AppID: Int] {
        read { contents in
            let counts = contents.all.map { ($0.app, $0.triggers.keys(in: .open).count) }
            return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
        }
    }

    /// One trigger with its counts.
    public func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport? {
        read(app) { rows in rows.triggers[id].map { rows.report(of: $0) } }
    }

    /// Triggers, newest first.
    public func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport> {
        read(app) { rows in
            let keys = rows.triggers.keys.before(TriggerID(token: page.after)).reversed()
            return Page(keys, limit: page.limit, token: \.id.token) { id in
                guard let row = rows.triggers[id], filter.type.map({ $0 == row.trigger.type }) ?? true,
                    filter.since.map({ row.trigger.acceptedAt >= $0 }) ?? true
                else { return nil }
                let report = rows.report(of: row)
                return filter.status.map { $0 == report.status } ?? true ? report : nil
            }
        }
    }
}

extension AppRows {
    /// A trigger with its counts.
    fileprivate func report(of row: TriggerRow) -> TriggerReport {
        let decided = notifications.rows(in: .trigger(row.key))
        let sent = decided.flatMap { deliveryStates(of: $0.id) }
        return TriggerReport(
            id: row.key,
            type: row.trigger.type,
            entity: row.trigger.entity,
            acceptedAt: row.trigger.acceptedAt,
            dueAt: row.trigger.dueAt,
            state: row.state,
            decisions: decided.map { TriggerReport.Decisions(inApp: $0.inApp, push: $0.result, count: 1) },
            deliveries: sent.reduce(into: [:]) { $0[$1 == .sending ? .pending : $1, default: 0] += 1 }
        )
    }
}
