import PealCore
import PealCrypto
import PealEngine
import PealProviderKit

/// The promises, looked at from outside: rows by the judge's own statements, pushes by what providers were handed.
extension SeedRun {
    func check(_ promises: [RowPromise], _ arguments: [Int64] = []) throws {
        guard let life = alive else { return }
        for promise in promises {
            if let found = try life.view.finding(promise.sql, arguments) { return fail(promise.name, found) }
        }
    }

    /// Follows every decision from the step that makes it.
    func observe() throws {
        guard let life = alive else { return }
        for row in try life.view.decisions(after: ledger.lastRow) {
            ledger.lastRow = row.row
            tally.decisions += 1
            if ledger.asked[row.trigger]?.isCancelled == true {
                return fail("cancelled-stays-cancelled", "\(row.person) got a decision of \(row.trigger)")
            }
            let key = SimLedger.DecisionKey(trigger: row.trigger, user: row.user)
            if let known = ledger.seen[key] {
                return fail("one-decision", "\(row.person) of \(row.trigger): \(known.id), then \(row.id)")
            }
            if ledger.swept.contains(key) { return fail("one-decision", "\(row.person) of \(row.trigger) once more") }
            ledger.seen[key] = .init(id: row.id, person: row.person, push: row.push, at: clock.now)
            ledger.decided.insert(row.trigger)
            try checkTime(row, life)
            checkVersion(row)
            if row.push == "hold" { tally.held += 1 }
            if row.push == "digest" { tally.bundled += 1 }
            if row.waits { ledger.waiting[row.row] = key }
            if row.push == "send" { try checkSend(row, life) }
        }
        try observeWaiting(life)
    }

    private func observeWaiting(_ life: Life) throws {
        guard !ledger.waiting.isEmpty else { return }
        for row in try life.view.decisions(at: ledger.waiting.keys.sorted()) {
            guard let key = ledger.waiting[row.row], ledger.seen[key]?.id == row.id else { continue }
            if row.waits { continue }
            ledger.waiting[row.row] = nil
            ledger.seen[key]?.push = row.push
            guard row.push == "send" else { continue }
            if row.expiresAt <= clock.now {
                return fail("expiry", "\(row.id) was released at \(clock.now.rfc3339) after its end")
            }
            try checkSend(row, life)
        }
    }

    /// A push was decided to go now: not in somebody's quiet hours, not over a cap.
    private func checkSend(_ row: DecisionRow, _ life: Life) throws {
        guard let catalog = world.apps.first(where: { $0.id == row.app })?.catalog, !republished.contains(row.app)
        else { return }
        guard let type = catalog.type(row.type) else {
            return fail("version", "\(row.person) is pushed \(row.type), which no longer exists")
        }
        if let until = row.bundleUntil, until > clock.now, row.rank != Priority.critical.rank, !type.individual {
            return fail("limits", "\(row.person) is pushed \(type.id), which waits till \(until.rfc3339)")
        }
        if !type.enabled { return fail("version", "\(row.person) is pushed \(type.id), which is switched off") }
        let isCritical = row.rank == Priority.critical.rank
        if let throttle = type.throttle {
            let key = SimLedger.SendKey(person: row.person, type: type.id)
            let recent = ledger.sends[key, default: []].filter { $0 > clock.now - throttle.per && $0 <= clock.now }
            if recent.count >= throttle.max, !isCritical, !type.bypass.contains(.throttle) {
                return fail("caps", "\(row.person) gets \(recent.count + 1) pushes of \(type.id) in \(throttle.per)")
            }
            ledger.sends[key, default: []].append(clock.now)
        }
        guard catalog.features.quietHours, let policy = catalog.quietHours, !touched.contains(row.person),
            !type.bypass.contains(.quietHours), !policy.exempt.contains(where: { $0.rank == row.rank })
        else { return }
        let (zone, choices) = try life.view.quiet(row.person)
        let isOn = policy.editable ? choices.enabled?.value ?? policy.enabledByDefault : policy.enabledByDefault
        let window = policy.editable ? choices.window?.value ?? policy.window : policy.window
        let name = zone ?? catalog.timeZone
        guard isOn, let minute = setup.localMinute(of: clock.now, in: name) else { return }
        let (start, end) = (window.start.minutesSinceMidnight, window.end.minutesSinceMidnight)
        let isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end
        if isQuiet {
            fail(
                "quiet-hours",
                "\(row.person) is pushed \(type.id) at minute \(minute) in \(name), quiet \(start)–\(end)"
            )
        }
    }

    /// A push leaves: under a durable lease of this life, once, to whom it is meant for, with the right badge.
    func check(_ message: PushMessage, _ id: DeliveryID, app: AppID) throws {
        guard let life = alive, let catalog = world.apps.first(where: { $0.id == app })?.catalog else { return }
        guard let facts = try life.view.handover(id, app: app) else {
            return fail("lease", "\(id) is handed over, and nobody knows it")
        }
        let name = "\(id.notification) to \(message.token)"
        if facts.state != "sending" || facts.epoch != epoch {
            return fail("lease", "\(name) is handed over as \(facts.state) of epoch \(facts.epoch ?? 0)")
        }
        if facts.isCancelled || ledger.asked[facts.trigger]?.isCancelled == true {
            return fail("cancelled-stays-cancelled", "\(name) is handed over")
        }
        if facts.push != "send" || facts.pushReason != nil {
            return fail("outcome", "\(name) is handed over, decided \(facts.push) \(facts.pushReason ?? "")")
        }
        if facts.expiresAt <= clock.now {
            return fail("expiry", "\(name) is handed over after \(facts.expiresAt.rfc3339)")
        }
        if facts.deviceState != "active" || facts.deviceUser != facts.user {
            return fail("recipient", "\(name) of \(facts.user) goes to a device that is \(facts.deviceState ?? "gone")")
        }
        if let tag = ledger.tags.updateValue(message.identityTag, forKey: id.notification), tag != message.identityTag {
            return fail("one-tag", "\(name) is tagged \(tag), then \(message.identityTag)")
        }
        let counts = try life.view.unseen(Person(app: app, user: facts.user))
        let badge = catalog.features.inbox ? catalog.badge == .unread ? counts.unread : counts.unseen : nil
        if message.badge != badge { return fail("badge", "\(name) shows \(message.badge ?? -1), not \(badge ?? -1)") }
        checkAgain(id, name, catalog)
    }

    /// A silent signal reaches only a device that is somebody's, with the badge of whom it is.
    func checkSignal(_ message: PushMessage, app: AppID) throws {
        guard let life = alive, let catalog = world.apps.first(where: { $0.id == app })?.catalog else { return }
        guard let device = world.apps.first(where: { $0.id == app })?.tokens.first(where: { $0.token == message.token })
        else { return fail("recipient", "a signal goes to \(message.token), which nobody registered") }
        let hash = try setup.keyring.tokenHash(message.token, app: app, provider: device.provider)
        guard let user = try life.view.owner(hash, provider: device.provider, app: app) else {
            return fail("recipient", "a signal goes to \(message.token), which is nobody's now")
        }
        let counts = try life.view.unseen(Person(app: app, user: user))
        let badge = catalog.features.inbox ? catalog.badge == .unread ? counts.unread : counts.unseen : nil
        if message.badge != badge {
            fail("badge", "a signal to \(user) shows \(message.badge ?? -1), not \(badge ?? -1)")
        }
    }

    /// A second copy needs an answer that allows it, or a crash in between.
    private func checkAgain(_ id: DeliveryID, _ name: String, _ catalog: Catalog) {
        guard let last = ledger.handovers[id]?.last else { return }
        guard let answer = last.answer else {
            if last.life == lives { fail("one-handover", "\(name) is handed over twice at the same time") }
            return
        }
        guard last.isRecorded else {
            if last.life == lives { fail("one-handover", "\(name) goes again before its answer is recorded") }
            return
        }
        switch answer {
        case .accepted: fail("one-handover", "\(name) goes again after it was accepted, and recorded")
        case .rejected: fail("one-handover", "\(name) goes again after it was rejected, and recorded")
        case .unknown where catalog.onUnknown == .stop:
            fail("one-handover", "\(name) goes again after a lost answer, which \(catalog.app) does not want")
        case .unknown, .gone, .throttled, .unavailable, .notProcessed: break
        }
    }
}
