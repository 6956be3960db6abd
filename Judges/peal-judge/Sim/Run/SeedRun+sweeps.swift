import PealCore
import PealEngine

/// What goes with time.
extension SeedRun {
    /// One step of one of the sweeps.
    func sweep() async throws {
        guard let process = alive else { return }
        switch random.below(6) {
        case 0: try await process.engine.deviceSweeper.step()
        case 1: try await process.engine.sweeper.step()
        case 2: try await finishCancels()
        default: try await retain(process)
        }
        note("swept")
    }

    private func retain(_ process: ProcessRun) async throws {
        try observe()
        // What another sweep took that this one comes between.
        try observeSweep()
        // A trigger that ended earlier in this step may go at once: what it decided is looked at while it is stored.
        try checkAudiences()
        guard violation == nil else { return }
        var position = retention
        _ = try await process.engine.retention.step(&position, width: random.within(1...20))
        guard alive?.number == process.number else { return }
        retention = position
        try observeSweep()
    }

    /// Weeks and months after everything has ended: what is over goes, all of it, and nothing before its time.
    func outlive() async throws {
        guard let process = alive else { return }
        try await sweepAll(process)
        try observeSweep()
        try checkSwept(process)
        guard violation == nil else { return }
        set(latest + .seconds(60 * 86_400))
        while try await process.engine.schedules.step() {}
        let alerts = try process.facts.notifications.filter { $0.isAlert && $0.isShown }
        try await sweepAll(process)
        try observeSweep()
        try await acknowledge(alerts, process)
        try await sweepAll(process)
        try observeSweep()
        try check(FactPromise.outlived)
        let longest = world.apps.map(\.catalog.staleAfter).max() ?? .zero
        set(latest + longest + DevicePolicy.staleGrace + .seconds(86_400))
        for _ in 0..<3 { try await process.engine.deviceSweeper.step() }
        // What one sweep finds stale, one of another day forgets.
        set(latest + DevicePolicy.staleNotice)
        for _ in 0..<3 { try await process.engine.deviceSweeper.step() }
        try check(FactPromise.unreached)
    }

    /// Alerts that retention has left where they were: what their users acknowledge goes like all else (R147).
    private func acknowledge(_ alerts: [NotificationFact], _ process: ProcessRun) async throws {
        let left = try process.facts.notificationsByID()
        let act = InboxAct(now: clock.now)
        for alert in alerts {
            guard let row = left[alert.id], row.isAlert, row.isShown else {
                return fail("kept", "\(alert.id) left the inbox, and nobody has acknowledged its alert")
            }
            let marks = MarkInbox(store: process.store)
            _ = try await marks.mark(row.id, of: row.user, app: row.app, as: .acknowledged, by: act)
        }
    }

    private func sweepAll(_ process: ProcessRun) async throws {
        try await process.engine.sweeper.step()
        // Twice: a walk may come to a trigger before the last of its notifications.
        for _ in 0..<2 {
            var position = RetentionSweeper.Position()
            var rounds = 0
            while try await process.engine.retention.step(&position, width: 40) {
                rounds += 1
                if rounds > 2_000 { return fail("retention", "a sweep does not end") }
            }
        }
    }
}
