import Foundation
import GRDB
public import PealCore
public import PealStore

/// Cancels in bounded steps, so that other writers get in between however many people a trigger went to.
extension SQLiteStore {
    /// Recipients a step counts and stops at most.
    private static let recipientsPerStep = 500
    /// Triggers of one cancel key that a transaction begins with.
    private static let triggersPerStep = 20

    /// Cancels one trigger; whoever is counted as cancelled gets no push of it once this returns.
    public func cancel(_ id: TriggerID, app: AppID, recall: Bool, now: Timestamp) async throws -> CancelReport? {
        let cancelling = Cancelling(app: app, id: id)
        guard let report = try await finish(cancelling, now: now) else { return nil }
        if recall { try await takeBack(Recalling(app: app, id: id, now: now)) }
        return report
    }

    /// Cancels every trigger with a cancel key, in the order of their identifiers.
    public func cancel(key: String, app: AppID, recall: Bool, now: Timestamp) async throws -> CancelReport {
        var total = CancelReport(cancelled: 0, tooLate: 0, phase: .beforeFanOut)
        // What is accepted while this runs is not meant; by identifier, not by time, because clocks go back.
        guard let newest = try await newest(key: key, app: app) else { return total }
        var last: TriggerID?
        while true {
            let page = try await begin(key: key, app: app, after: last, upTo: newest, now: now)
            for (id, step) in page {
                let cancelling = Cancelling(app: app, id: id)
                let finished = step.isDone ? step.report : try await finish(cancelling, now: now)
                if let finished { total.add(finished) }
                if recall { try await takeBack(Recalling(app: app, id: id, now: now)) }
            }
            guard page.count == Self.triggersPerStep else { return total }
            last = page.last?.id
        }
    }

    /// Goes one step on with a cancel that a crash cut off.
    public func continueCancel(limit: Int) async throws -> Bool {
        if try await continueRevoking(limit: limit) { return true }
        return try await writer.perform(.progress, weight: limit * 2) { db, events in
            let left = try db.first(
                "SELECT app, id, cancelled_at FROM trigger WHERE cancel_place IS NOT NULL ORDER BY app, id LIMIT 1"
            ) { (cancelling: Cancelling(app: try $0.key(0), id: try $0.id(1)), at: try $0.time(2)) }
            guard let left else { return false }
            _ = try left.cancelling.step(now: left.at, limit: limit, &events, db)
            return true
        }
    }

    private func newest(key: String, app: AppID) async throws -> TriggerID? {
        try await read { db in
            try db.first(
                "SELECT id FROM trigger WHERE app = ? AND cancel_key = ? ORDER BY id DESC LIMIT 1",
                [app.rawValue, key]
            ) { try $0.id(0) }
        }
    }

    private func begin(
        key: String,
        app: AppID,
        after last: TriggerID?,
        upTo newest: TriggerID,
        now: Timestamp
    ) async throws -> [(id: TriggerID, step: Cancelling.Step)] {
        let page = try await writer.perform(.intake, weight: Self.recipientsPerStep * 2) { db, events in
            let ids: [TriggerID] = try db.all(
                """
                SELECT id FROM trigger WHERE app = ? AND cancel_key = ? AND id > ? AND id <= ?
                ORDER BY id LIMIT ?
                """,
                [app.rawValue, key, last?.blob ?? Data(), newest.blob, Self.triggersPerStep]
            ) { try $0.id(0) }
            let share = Self.recipientsPerStep / Self.triggersPerStep
            return try ids.compactMap { id in
                try Cancelling(app: app, id: id).step(now: now, limit: share, &events, db).map { (id: id, step: $0) }
            }
        }
        countWaiting(-page.count { $0.step.ceasedToWait }, of: app)
        return page
    }

    private func finish(_ cancelling: Cancelling, now: Timestamp) async throws -> CancelReport? {
        while true {
            let step = try await writer.perform(.intake, weight: Self.recipientsPerStep * 2) { db, events in
                try cancelling.step(now: now, limit: Self.recipientsPerStep, &events, db)
            }
            guard let step else { return nil }
            if step.ceasedToWait { countWaiting(-1, of: cancelling.app) }
            if step.isDone { return step.report }
        }
    }

    private func takeBack(_ recalling: Recalling) async throws {
        let limit = Self.recipientsPerStep / 5
        var place: String? = ""
        while let after = place {
            place = try await writer.perform(.intake, weight: limit * 5) { db, events in
                try recalling.step(after: after, limit: limit, &events, db)
            }
        }
    }
}

extension CancelReport {
    fileprivate mutating func add(_ other: CancelReport) {
        cancelled += other.cancelled
        tooLate += other.tooLate
        phase = [phase, other.phase].max { $0.progress < $1.progress } ?? phase
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
