import PealCore

/// A summary stands for enough pushes, none of which left by itself (R163).
extension SeedRun {
    /// Checks a summary that leaves.
    ///
    /// Its parts are counted as long as their rows are kept.
    func checkSummary(_ row: NotificationFact, _ trigger: TriggerFact, _ catalog: Catalog, _ life: Life) throws {
        tally.summaries += 1
        let parts = try life.facts.notifications.filter { $0.representative == row.id && $0.app == row.app }
        guard !republished.contains(row.app), let over = catalog.type(trigger.type)?.summary?.over else { return }
        if parts.count + 1 <= over {
            return fail("summary", "\(row.id) leaves as a summary of \(parts.count + 1), not more than \(over)")
        }
        let single = parts.first { part in
            ledger.handovers.contains { $0.key.notification == part.id && $0.value.contains(where: \.mayBeShown) }
        }
        if let single { fail("summary", "\(single.id) was handed over, and is part of the summary \(row.id)") }
    }
}

extension SimLedger.Handover {
    /// Whether a device may show the push: it was accepted, or nobody knows.
    ///
    /// A receipt may say later that it was not.
    fileprivate var mayBeShown: Bool {
        switch answer {
        case .accepted: receipt == nil
        case .unknown, nil: true
        case .rejected, .gone, .throttled, .unavailable, .notProcessed: false
        }
    }
}
