import PealCore
import PealCrypto
import PealEngine
import PealProviderKit

/// The promises, looked at from outside: by the facts that are stored, and the pushes that providers were handed.
extension SeedRun {
    func check(_ promises: [FactPromise]) throws {
        guard let process = alive else { return }
        let facts = try process.facts.all()
        for promise in promises {
            if let breach = promise.breach(facts, clock.now) { return fail(promise.name, breach) }
        }
    }

    /// Follows every decision from the step that makes it.
    func observe() throws {
        guard let process = alive else { return }
        defer { noteOpened(process) }
        let stored = try process.facts.notifications
        guard stored.contains(where: { !record.known.contains($0.id) }) || !record.waiting.isEmpty else { return }
        let triggers = Dictionary(uniqueKeysWithValues: try process.facts.triggers.map { ($0.id, $0) })
        for row in stored.sorted(by: { $0.id < $1.id }) where record.known.insert(row.id).inserted {
            tally.decisions += 1
            if record.opened.contains(row.trigger) { tally.joined += 1 }
            if record.asked[row.trigger]?.isCancelled == true {
                return fail("cancelled-stays-cancelled", "\(row.userKey) got a decision of \(row.trigger)")
            }
            checkDeleted(row.trigger, "\(row.userKey) got a decision")
            guard violation == nil else { return }
            let key = SimRecord.DecisionKey(trigger: row.trigger, user: row.user)
            if let known = record.seen[key] {
                return fail("one-decision", "\(row.userKey) of \(row.trigger): \(known.id), then \(row.id)")
            }
            if record.swept.contains(key) { return fail("one-decision", "\(row.userKey) of \(row.trigger) once more") }
            record.seen[key] = .init(id: row.id, userKey: row.userKey, push: row.push, at: clock.now)
            record.decided.insert(row.trigger)
            record.tokens.decided(row.id, for: row.userKey)
            try checkTime(row, process)
            checkVersion(row)
            if row.push == "hold" { tally.held += 1 }
            if row.push == "digest" { tally.digested += 1 }
            if row.waits { record.waiting[row.id] = key }
            if row.push == "send" { try checkSend(row, triggers[row.trigger], process) }
        }
        for row in stored where !row.waits {
            guard let key = record.waiting[row.id], record.seen[key]?.id == row.id else { continue }
            record.waiting[row.id] = nil
            record.seen[key]?.push = row.push
            guard row.push == "send" else { continue }
            if row.expiresAt <= clock.now {
                return fail("expiry", "\(row.id) was released at \(clock.now.rfc3339) after its end")
            }
            try checkSend(row, triggers[row.trigger], process)
        }
    }

    /// A push was decided to be sent now: not in the user's quiet hours, not over a cap.
    private func checkSend(_ row: NotificationFact, _ trigger: TriggerFact?, _ process: ProcessRun) throws {
        guard let trigger, let catalog = world.apps.first(where: { $0.id == row.app })?.catalog,
            !republished.contains(row.app)
        else { return }
        guard let type = catalog.type(trigger.type) else {
            return fail("version", "\(row.userKey) is pushed \(trigger.type), which no longer exists")
        }
        if let until = trigger.digestUntil, until > clock.now, row.rank != Priority.critical.rank, !type.individual {
            return fail("limits", "\(row.userKey) is pushed \(type.id), which waits till \(until.rfc3339)")
        }
        if !type.enabled { return fail("version", "\(row.userKey) is pushed \(type.id), which is switched off") }
        let isCritical = row.rank == Priority.critical.rank
        if let throttle = type.throttle {
            let key = SimRecord.SendKey(userKey: row.userKey, type: type.id)
            let recent = record.sends[key, default: []].filter { $0 > clock.now - throttle.per && $0 <= clock.now }
            if recent.count >= throttle.max, !isCritical, !type.bypass.contains(.throttle) {
                return fail("caps", "\(row.userKey) gets \(recent.count + 1) pushes of \(type.id) in \(throttle.per)")
            }
            record.sends[key, default: []].append(clock.now)
        }
        guard !touched.contains(row.userKey) else { return }
        if let breach = try quietBreach(row, type, catalog, process) { fail("quiet-hours", breach) }
    }

    /// A push leaves: under a durable lease of this run, once, to its recipient, with the right badge.
    func check(_ message: PushMessage, _ id: DeliveryID, app: AppID) throws {
        guard let process = alive, let catalog = world.apps.first(where: { $0.id == app })?.catalog else {
            return
        }
        if let objection = record.tokens.objection(to: id.notification, at: .init(app: app, text: message.token)) {
            return fail("revoked", "\(id.notification) to \(message.token), \(objection), is handed over")
        }
        guard let delivery = try process.facts.deliveries.first(where: { $0.id == id && $0.app == app }),
            let row = try process.facts.notifications.first(where: { $0.id == id.notification && $0.app == app }),
            let trigger = try process.facts.trigger(row.trigger, app: app)
        else { return fail("lease", "\(id) is handed over, and nobody knows it") }
        let name = "\(id.notification) to \(message.token)"
        if delivery.state != "sending" || delivery.epoch != epoch {
            return fail("lease", "\(name) is handed over as \(delivery.state) of epoch \(delivery.epoch ?? 0)")
        }
        checkDeleted(trigger.id, "\(name) is handed over")
        guard violation == nil else { return }
        if row.expiresAt <= clock.now {
            return fail("expiry", "\(name) is handed over after \(row.expiresAt.rfc3339)")
        }
        let device = try process.facts.devices.first { $0.id == id.device && $0.app == app }
        if device?.state != "active" || device?.user != row.user {
            return fail("recipient", "\(name) of \(row.user) goes to a device that is \(device?.state ?? "gone")")
        }
        if let tag = record.tags.updateValue(message.identityTag, forKey: id.notification), tag != message.identityTag {
            return fail("one-tag", "\(name) is tagged \(tag), then \(message.identityTag)")
        }
        // What changes between the lease and the hand-over may come too late, but for what takes devices away.
        guard !overtaken.contains(id) else { return }
        if trigger.isCancelled || record.asked[row.trigger]?.isCancelled == true {
            return fail("cancelled-stays-cancelled", "\(name) is handed over")
        }
        if row.push != "send" || row.pushReason != nil {
            return fail("outcome", "\(name) is handed over, decided \(row.push) \(row.pushReason ?? "")")
        }
        let counts = try process.facts.unseen(row.userKey)
        let badge = catalog.features.inbox ? catalog.badge == .unread ? counts.unread : counts.unseen : nil
        if message.badge != badge { return fail("badge", "\(name) shows \(message.badge ?? -1), not \(badge ?? -1)") }
        try checkLate(row, trigger, device, catalog, process)
        if row.isSummary {
            try checkSummary(row, trigger, catalog, process)
        } else {
            try checkSingle(row, trigger, catalog, process)
        }
        checkAgain(id, name, catalog, catalog.type(trigger.type))
    }

    /// A silent sync push reaches only a device that belongs to a user, with that user's badge.
    func checkSync(_ message: PushMessage, app: AppID) throws {
        guard let process = alive, let catalog = world.apps.first(where: { $0.id == app })?.catalog else {
            return
        }
        guard let device = world.apps.first(where: { $0.id == app })?.tokens.first(where: { $0.token == message.token })
        else { return fail("recipient", "a sync push goes to \(message.token), which nobody registered") }
        if record.tokens.isNobodys(.init(app: app, text: message.token)) {
            return fail("revoked", "a sync push goes to \(message.token), which is nobody's by what was answered")
        }
        let hash = try setup.keyring.tokenHash(message.token, app: app, provider: device.provider)
        guard let user = try process.facts.owner(hash, provider: device.provider, app: app) else {
            return fail("recipient", "a sync push goes to \(message.token), which is nobody's now")
        }
        let counts = try process.facts.unseen(UserKey(app: app, user: user))
        let badge = catalog.features.inbox ? catalog.badge == .unread ? counts.unread : counts.unseen : nil
        if message.badge != badge {
            fail("badge", "a sync push to \(user) shows \(message.badge ?? -1), not \(badge ?? -1)")
        }
    }

    /// A second copy needs an answer that allows it, a crash in between, or a device that lost the first one.
    private func checkAgain(_ id: DeliveryID, _ name: String, _ catalog: Catalog, _ type: NotificationType?) {
        guard let last = record.handovers[id]?.last else { return }
        guard let answer = last.answer else {
            if last.process == processes { fail("one-handover", "\(name) is handed over twice at the same time") }
            return
        }
        guard last.isRecorded else {
            if last.process == processes { fail("one-handover", "\(name) goes again before its answer is recorded") }
            return
        }
        switch answer {
        case .accepted:
            guard let objection = objection(toRedelivering: id, handedOver: last.step, type) else { break }
            fail("one-handover", "\(name) goes again after it was accepted, and recorded: \(objection)")
        // A summary says something else than the push that was rejected.
        case .rejected where record.asSummary.contains(id.notification): break
        case .rejected: fail("one-handover", "\(name) goes again after it was rejected, and recorded")
        case .unknown where catalog.onUnknown == .stop:
            fail("one-handover", "\(name) goes again after a lost answer, which \(catalog.app) does not want")
        case .unknown, .gone, .throttled, .unavailable, .notProcessed: break
        }
    }
}
