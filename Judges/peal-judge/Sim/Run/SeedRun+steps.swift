import PealCore
import PealEngine
import PealStore

/// The order of everything: which of the loops, of the backends, of the users and of the clock goes next.
extension SeedRun {
    private enum Turn {
        case decide, claim, fire, answer, trigger, cancel, user, directory, sweep, clock, crash, receipts, move,
            publish
    }

    private static let turns: [(Int, Turn)] = [
        (20, .decide), (15, .claim), (4, .fire), (22, .answer), (17, .trigger), (3, .cancel), (9, .user),
        (4, .directory),
        (3, .sweep), (12, .clock), (3, .receipts), (3, .move), (1, .publish),
    ]

    /// One step, and a look at what it did.
    func step(in group: inout DiscardingTaskGroup) async throws {
        tally.steps += 1
        forget()
        var turns = Self.turns
        if crashChance > 0 { turns.append((1, .crash)) }
        let turn = random.weighted(turns, otherwise: .decide)
        do {
            switch turn {
            case .decide:
                _ = try await decide()
                try observe()
                // The loop is woken for what was handed over; nothing but departures comes between.
                if plan.handsOver { _ = try await claim(calmly: false, onlyHandedOver: true, in: &group) }
                if random.happens(0.1) { try await revoke() }
            case .claim:
                if random.happens(0.1) { try await revoke() }
                _ = try await claim(calmly: false, in: &group)
                if random.happens(0.5) {
                    _ = try await planSyncPushes()
                    _ = try await claimSyncs(calmly: false, in: &group)
                }
            case .fire: _ = try await fire()
            case .answer: try await answer(calmly: false)
            case .trigger: try await sendTriggers()
            case .cancel: try await cancel()
            case .user: try await actAsUser()
            case .directory: try await changeDirectory()
            case .sweep: try await sweep()
            case .clock: try await moveClock()
            case .receipts:
                _ = try await askReceipts()
                _ = try await redeliver()
            case .move: try await move()
            case .publish: try await publish()
            case .crash: crash("between steps")
            }
            try await deleteEntity(likelihood: 0.08)
        } catch {
            // What a dead process throws is nobody's concern.
            if grave == nil { throw error }
        }
        await quiet()
        try await rise()
        guard violation == nil else { return }
        if let damage = plan.damageByStep, let process = alive { try process.storage.damage(damage) }
        try observe()
        if turn == .decide { try checkAudiences() }
        if tally.steps.isMultiple(of: 8) { try check(FactPromise.always) }
    }

    /// One round of decisions; whether there may be more.
    func decide() async throws -> Bool {
        guard let process = alive else { return false }
        try followAudiences()
        let isBusy: Bool
        isDeciding = plan.handsOver
        defer { isDeciding = false }
        do {
            isBusy = try await process.engine.decisions.round()
        } catch {
            if alive?.number == process.number { fail("loops", "a round of decisions failed: \(error)") }
            return false
        }
        guard alive?.number == process.number else { return false }
        note("decided\(isBusy ? "" : ", nothing to do")")
        try countRounds()
        return isBusy
    }

    /// What others do between a reading and a writing of the loops.
    func comeBetween() async throws {
        try await deleteEntity(likelihood: 0.08)
        switch random.below(17) {
        case 14..<17: try await revoke()
        case 0..<5: try await actAsUser()
        case 5..<7: try await cancel()
        case 7..<9: try await changeDirectory()
        case 9: try await move()
        case 10: try await publish()
        case 11: try await sweep()
        default: try await sendTriggers()
        }
    }

    /// A new step: what changed before it is known.
    private func forget() {
        for user in touched { record.changed[user] = latest }
        interludes = tally.interludes
        touched = []
        republished = []
        moved = []
    }

    /// Types that fire by themselves.
    private func fire() async throws -> Bool {
        guard let process = alive else { return false }
        let isBusy = try await process.engine.schedules.step()
        guard alive?.number == process.number else { return false }
        guard isBusy else { return false }
        note("fired")
        try checkFired(process)
        return true
    }

    private func moveClock() async throws {
        guard let process = alive else { return }
        let now = clock.now
        let target: Timestamp
        switch random.below(20) {
        case 0..<8:
            let due = try await process.store.nextDue(after: now, holds: process.engine.queues.holds(now: now))
            target = min(due ?? now + .seconds(600), now + .seconds(14 * 3_600))
        case 8..<13: target = now + .milliseconds(random.within(1...20_000))
        case 13..<17: target = now + .seconds(random.within(30...3_600))
        case 17: target = now + .seconds(random.within(3_600...9 * 3_600))
        case 18 where random.happens(0.3):
            // Weeks in which nothing happens.
            target = now + .seconds(random.within(1...12) * 86_400)
            end = end + (target - now)
        case 18: target = now + .seconds(random.within(3_600...9 * 3_600))
        default: target = now - .milliseconds(random.within(1...90_000))
        }
        _ = try await joinLate()
        guard grave == nil else { return }
        set(target)
        note("the clock shows \(target.rfc3339)")
    }

    /// Lets everything come to its end: no more crashes, calm providers, the clock from one due instant to the next.
    func drainAll(in group: inout DiscardingTaskGroup) async throws {
        note("draining")
        forget()
        let limit = clock.now + .seconds(40 * 86_400)
        while violation == nil {
            try await drain(in: &group)
            if try await joinLate() { try await drain(in: &group) }
            guard violation == nil, let process = alive else { return }
            let now = clock.now
            guard let due = try await process.store.nextDue(after: now, holds: process.engine.queues.holds(now: now))
            else {
                break
            }
            guard due < limit else { return fail("held-ends", "something is due only at \(due.rfc3339)") }
            set(due)
            tally.steps += 1
        }
        set(clock.now + .seconds(3 * 86_400))
        try await drain(in: &group)
    }

    private func drain(in group: inout DiscardingTaskGroup) async throws {
        var rounds = 0
        while violation == nil {
            forget()
            try await finishCancels()
            var isBusy = try await fire()
            if try await askReceipts() { isBusy = true }
            if try await redeliver() { isBusy = true }
            while try await planSyncPushes() {}
            if try await decide() { isBusy = true }
            try observe()
            try checkAudiences()
            let claimed = try await claim(calmly: true, in: &group) + claimSyncs(calmly: true, in: &group)
            while !waiting.isEmpty { try await answer(calmly: true) }
            if !isBusy, claimed == 0 { break }
            rounds += 1
            if rounds > 400 { return fail("no-starvation", "400 rounds did not finish what was due") }
        }
        try check(FactPromise.idle)
        try checkSchedules()
        try checkLateRecipients()
        try checkLocalTimes()
    }
}
