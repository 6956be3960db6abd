public import PealCore
public import PealStore

extension SQLiteStore: TriggerStore {
    /// Accepts triggers in one transaction; when it returns they are on disk.
    public func accept(
        _ submissions: [TriggerSubmission],
        answer: IdempotentAnswer<[TriggerAcceptance]>?
    ) async throws -> [TriggerAcceptance] {
        let results = try await writer.perform(.intake, weight: submissions.count * 2) { db, events in
            let results = try submissions.map { try Intake.accept($0, db) }
            for (submission, result) in zip(submissions, results) { events.add(submission, result) }
            // Where every trigger was refused nothing was done, so there is nothing to repeat.
            let isRefused = results.allSatisfy { if case .refused = $0 { true } else { false } }
            if let answer, !isRefused, let now = submissions.first?.trigger.acceptedAt {
                try StoredAnswers.store(answer.make(results), under: answer.key, now: now, db)
            }
            return results
        }
        for (submission, result) in zip(submissions, results) where result.isAccepted {
            countWaiting(1, of: submission.trigger.app)
        }
        return results
    }

    /// How many accepted triggers of each app still wait to be fanned out; counted in memory.
    public func backlogs() async throws -> [AppID: Int] { waitingCounts }

    /// One trigger with its counts.
    public func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport? {
        try await read { db in try TriggerReports.one(id, app: app, db) }
    }

    /// Triggers, newest first.
    public func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport> {
        try await read { db in try TriggerReports.page(app: app, filter: filter, page: page, db) }
    }
}
