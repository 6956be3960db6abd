import PealCore
import PealEngine

/// A summary stands for enough pushes, none of which left by itself (R163).
extension SeedRun {
    /// Checks a summary that leaves.
    ///
    /// Its parts are counted as long as their rows are kept.
    func checkSummary(_ row: NotificationFact, _ trigger: TriggerFact, _ catalog: Catalog, _ process: ProcessRun) throws
    {
        tally.summaries += 1
        let parts = try process.facts.notifications.filter { $0.representative == row.id && $0.app == row.app }
        record.asSummary.insert(row.id)
        for part in parts + [row] {
            if let other = record.summaries.updateValue(row.id, forKey: part.id), other != row.id,
                record.mayBeShown(other, asSummary: true)
            {
                return fail("summary", "\(part.id) is part of the summary \(row.id), and \(other) left with it before")
            }
        }
        guard !republished.contains(row.app), let over = catalog.type(trigger.type)?.summary?.over else { return }
        if parts.count + 1 <= over {
            return fail("summary", "\(row.id) leaves as a summary of \(parts.count + 1), not more than \(over)")
        }
        if let single = parts.first(where: { record.mayBeShown($0.id, asSummary: false) }) {
            fail("summary", "\(single.id) was handed over, and is part of the summary \(row.id)")
        }
    }

    /// Checks a push that leaves by itself: no summary left for it, and not too many of its user wait with it.
    func checkSingle(_ row: NotificationFact, _ trigger: TriggerFact, _ catalog: Catalog, _ process: ProcessRun) throws
    {
        record.asSummary.remove(row.id)
        let summary = record.summaries[row.id]
        if let summary, record.mayBeShown(summary, asSummary: true) {
            return fail("summary", "\(row.id) leaves by itself, and the summary \(summary) left for it before")
        }
        // What came between the claim and the hand-over was not known to the claim; since the clock went back, what had
        // waited may be early.
        guard clock.now >= latest, interludes == tally.interludes, !touched.contains(row.userKey),
            moved.isEmpty, !republished.contains(row.app), let over = try limit(row, trigger, catalog, process),
            !record.mayHaveLeft(row.id),
            try !process.facts.deliveries.contains(where: { $0.id.notification == row.id && $0.isAnswerLost })
        else { return }
        tally.singles += 1
        if summary != nil { tally.returned += 1 }
        let waiting = try process.facts.notifications.filter {
            try $0.userKey == row.userKey && $0.id != row.id && waits($0, catalog, process)
        }
        let count = try waiting.reduce(1) { try $0 + weight($1, process) }
        if count > over {
            fail("summary", "\(row.id) leaves by itself while \(count) of \(row.userKey) wait, more than \(over)")
        }
    }

    /// How many pushes may wait next to one that waited itself; `nil` when no number is too high.
    private func limit(_ row: NotificationFact, _ trigger: TriggerFact, _ catalog: Catalog, _ process: ProcessRun)
        throws -> Int?
    {
        guard row.createdAt + .seconds(10) < clock.now, row.rank < Priority.high.rank,
            let type = catalog.type(trigger.type), !type.individual
        else { return nil }
        return type.summary?.over
    }

    /// How many pushes a waiting one counts as: a summary stays one with all that it stands for.
    private func weight(_ row: NotificationFact, _ process: ProcessRun) throws -> Int {
        guard row.isSummary else { return 1 }
        return try process.facts.notifications.count {
            $0.representative == row.id && $0.app == row.app && $0.pushReason == Reason.summarised.rawValue
        } + 1
    }

    /// Whether a push waits, may leave in this round, and no device has it or may have it.
    private func waits(_ row: NotificationFact, _ catalog: Catalog, _ process: ProcessRun) throws -> Bool {
        guard row.push == "send", row.pushReason == nil, row.expiresAt > clock.now, row.readAt == nil,
            row.removedAt == nil, !record.mayHaveLeft(row.id),
            let trigger = try process.facts.trigger(row.trigger, app: row.app),
            trigger.cancelledAt == nil, trigger.revokedAt == nil, try limit(row, trigger, catalog, process) != nil,
            let type = catalog.type(trigger.type), type.requiredCapability == nil,
            let category = catalog.category(type.category), try !isSuperseded(row, type, catalog, process)
        else { return false }
        let deliveries = try process.facts.deliveries.filter { $0.id.notification == row.id && $0.app == row.app }
        // Whatever was handed out, or may have been, is on a device for all that the claim knew.
        guard !deliveries.contains(where: { $0.isAnswerLost || ["sending", "accepted", "unknown"].contains($0.state) })
        else { return false }
        let devices = try process.facts.devices.filter { device in
            device.state == "active" && device.permission != "denied" && device.user == row.user
                && device.app == row.app
        }
        let isDue = deliveries.contains { delivery in
            delivery.state == "pending" && delivery.dueAt <= clock.now
                && devices.contains { $0.id == delivery.id.device }
        }
        return try isDue && presentBreach(row, trigger, type, category, catalog, process) == nil
    }

    /// Whether a later notification may have made a push out of date.
    private func isSuperseded(
        _ row: NotificationFact,
        _ type: NotificationType,
        _ catalog: Catalog,
        _ process: ProcessRun
    )
        throws
        -> Bool
    {
        let others = catalog.types.filter { $0.supersedes.contains(type.id) }.map(\.id)
        guard !others.isEmpty else { return false }
        return try process.facts.notifications.contains { later in
            guard later.userKey == row.userKey, later.id > row.id else { return false }
            return try process.facts.trigger(later.trigger, app: later.app).map { others.contains($0.type) } ?? false
        }
    }
}

extension SimRecord {
    /// Whether a device may show a push that was handed over, as a summary or by itself.
    fileprivate func mayBeShown(_ id: NotificationID, asSummary isSummary: Bool) -> Bool {
        handovers.contains { delivery, handovers in
            delivery.notification == id && handovers.contains { $0.isSummary == isSummary && $0.mayBeShown }
        }
    }

    /// Whether any push of a notification was handed over, and not refused.
    fileprivate func mayHaveLeft(_ id: NotificationID) -> Bool {
        handovers.contains { delivery, handovers in
            delivery.notification == id && handovers.contains { !$0.wasRefused }
        }
    }
}

extension SimRecord.Handover {
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

    /// Whether the push service said that it did not take the push.
    fileprivate var wasRefused: Bool {
        switch answer {
        case .accepted, .unknown, nil: false
        case .rejected, .gone, .throttled, .unavailable, .notProcessed: true
        }
    }
}
