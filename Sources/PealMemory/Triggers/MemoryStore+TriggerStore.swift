public import PealCore
public import PealStore

extension MemoryStore: TriggerStore {
    /// Accepts triggers in one transaction.
    public func accept(
        _ submissions: [TriggerSubmission],
        answer: IdempotentAnswer<[TriggerAcceptance]>?
    ) async throws -> [TriggerAcceptance] {
        try await write { contents in
            let results = try submissions.map { submission in
                try contents[submission.trigger.app].accept(submission)
            }
            // Where every trigger was refused nothing was done, so there is nothing to repeat.
            let isRefused = results.allSatisfy { if case .refused = $0 { true } else { false } }
            if let answer, !isRefused, let now = submissions.first?.trigger.acceptedAt {
                contents[answer.key.app].store(answer.make(results), under: answer.key, now: now)
            }
            return results
        }
    }

    /// What sender limits would make of a trigger now; nothing is written (R160).
    public func outlook(
        of trigger: Trigger,
        entities: [EntityPatch],
        claim: TriggerSubmission.Claim?,
        limits: LimitCheck
    ) async throws -> LimitOutlook {
        read(trigger.app) { rows in
            if let claim, rows.holder(of: TextKey(claim.key), at: trigger.acceptedAt) != nil {
                return .room(dueAt: trigger.dueAt, bundledUntil: nil)
            }
            switch rows.quota(for: trigger, limits, patches: entities) {
            case .success(let plan): return .room(dueAt: plan.dueAt, bundledUntil: plan.digestUntil)
            case .failure(let refusal): return .refused(LimitRefusal(of: trigger.id, refusal))
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
