public import PealCore
public import PealStore

extension SQLiteStore: TriggerStore {
    /// Accepts triggers in one transaction; when it returns they are on disk.
    public func accept(
        _ submissions: [TriggerSubmission],
        answer: IdempotentAnswer<[TriggerAcceptance]>?
    ) async throws -> [TriggerAcceptance] {
        let results = try await writer.perform(.intake, weight: submissions.count * 2) { db in
            let results = try submissions.map { try Intake.accept($0, db) }
            if let answer, let now = submissions.first?.trigger.acceptedAt {
                try StoredAnswers.store(answer.make(results), under: answer.key, now: now, db)
            }
            return results
        }
        let accepted = results.count { if case .accepted = $0 { true } else { false } }
        countWaiting(accepted)
        return results
    }

    /// How many accepted triggers of all apps still wait to be fanned out; counted in memory, since intake asks often.
    public func backlog() async throws -> Int { waitingCount }

    /// One trigger with its counts.
    public func trigger(_ id: TriggerID, app: AppID) async throws -> TriggerReport? {
        try await read { db in try TriggerReports.one(id, app: app, db) }
    }

    /// Triggers, newest first.
    public func triggers(app: AppID, filter: TriggerFilter, page: PageRequest) async throws -> Page<TriggerReport> {
        try await read { db in try TriggerReports.page(app: app, filter: filter, page: page, db) }
    }

    /// Cancels one trigger.
    public func cancel(_ id: TriggerID, app: AppID, recall: Bool, now: Timestamp) async throws -> CancelReport? {
        let result = try await writer.perform(.intake, weight: 100) { db in
            try Cancelling(app: app, recall: recall, now: now).cancel(id, db)
        }
        if result?.wasWaiting == true { countWaiting(-1) }
        return result?.report
    }

    /// Cancels every trigger with a cancel key, in one transaction.
    public func cancel(key: String, app: AppID, recall: Bool, now: Timestamp) async throws -> CancelReport {
        let results = try await writer.perform(.intake, weight: 100) { db in
            let cancelling = Cancelling(app: app, recall: recall, now: now)
            let ids: [TriggerID] = try db.all(
                "SELECT id FROM trigger WHERE app = ? AND cancel_key = ? ORDER BY id",
                [app.rawValue, key]
            ) { try $0.id(0) }
            return try ids.compactMap { try cancelling.cancel($0, db) }
        }
        countWaiting(-results.count { $0.wasWaiting })
        return CancelReport(
            cancelled: results.reduce(0) { $0 + $1.report.cancelled },
            tooLate: results.reduce(0) { $0 + $1.report.tooLate },
            phase: results.map(\.report.phase).max { $0.progress < $1.progress } ?? .beforeFanOut
        )
    }
}

extension CancelReport.Phase {
    fileprivate var progress: Int {
        switch self {
        case .beforeFanOut: 0
        case .during: 1
        case .after: 2
        }
    }
}
