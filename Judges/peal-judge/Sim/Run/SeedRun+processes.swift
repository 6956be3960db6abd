import PealCore
import PealEngine
import PealProviderKit
import PealSQL
import PealStore

/// Births, crashes and deaths.
extension SeedRun {
    /// Opens what is stored and does what a fresh process does first.
    func open(_ stored: SQLiteFiles) async throws {
        processes += 1
        let number = processes
        var providers: [AppID: [any PushProvider]] = [:]
        for app in world.apps {
            providers[app.id] = app.catalog.providers.map { provider -> any PushProvider in
                let hasReceipts = app.receipts.contains(provider)
                let service = SimProvider(
                    id: provider,
                    app: app.id,
                    handOver: { batch in
                        // Everything of a run is on its queue, so no change fits between the engine's last look and this one.
                        self.assumeIsolated { $0.handOver(batch, app: app.id, process: number) }
                    },
                    take: { await self.take($0, app: app.id, hasReceipts: hasReceipts, process: number) }
                )
                guard hasReceipts else { return service }
                return SimReceipts(base: service) { await self.tell($0, process: number) }
            }
        }
        grave = nil
        process = try await ProcessRun.open(
            number: number,
            stored: stored,
            setup: setup,
            apps: world.apps,
            injectedBug: plan.injectedBug,
            clock: clock,
            sharedRandom: sharedRandom,
            ids: ids,
            providers: providers,
            hooks: WriteHooks(
                before: { await self.beforeChange(process: number) },
                after: { await self.afterChange(process: number) }
            )
        )
        guard let process else { return }
        retention = RetentionSweeper.Position()
        takeUp(process.texts)
        // It is not known what a sweep took that the last process died over.
        try observeSweep()
        for trigger in try process.facts.triggers where trigger.isFiring { record.fired.insert(trigger.id) }
        epoch =
            plan.injectedBug == .keepOldLeases
            ? try await process.store.beginEpoch() : await process.engine.delivery.begin() ?? 0
        if plan.handsOver { process.engine.delivery.handOver(to: epoch) }
        try await finishCancels()
        if grave == nil { try await process.engine.schedules.begin() }
        note("process \(number) begins, epoch \(epoch)")
    }

    /// Goes on with cancels that a crash cut off, as the sweeper does.
    func finishCancels() async throws {
        while let process = alive, try await process.engine.cancels.continueInterrupted(limit: 5) {}
    }

    /// After a crash: the old process runs out, the next opens what was on disk.
    func rise() async throws {
        while let stored = grave, violation == nil {
            if let process { await bury(process) }
            try await open(stored)
        }
    }

    /// Lets a run of the process end: what it still does reaches neither the copy nor a provider.
    func bury(_ old: ProcessRun) async {
        for push in waiting { resume(push, .unknown(reason: "the process died")) }
        waiting = []
        await quiet()
        old.storage.remove()
        process = nil
    }

    /// The process dies here: the next process finds what is stored now.
    func crash(_ point: String) {
        guard let process = alive else { return }
        do {
            grave = try shadow ?? process.storage.copy()
            shadow = nil
            tally.crashes += 1
            note("crash \(point)")
        } catch {
            fail("judge", "the store cannot be copied: \(error)")
        }
    }

    /// Before a change of the store: the process may die, or another caller may come first.
    func beforeChange(process number: Int) async {
        if isDeciding { try? noteOvertaken() }
        guard isWild, alive?.number == number else { return }
        if random.happens(crashChance) { return crash("before a change") }
        if plan.injectedBug == .commitAfterAnswer, let alive {
            shadow?.remove()
            shadow = try? alive.storage.copy()
        }
        guard !isInBetween, random.happens(0.06) else { return }
        isInBetween = true
        defer { isInBetween = false }
        tally.interludes += 1
        do {
            try observe()
            try noteOvertaken()
            try await comeBetween()
        } catch {
            if alive?.number == number { fail("judge", "a change in between failed: \(error)") }
        }
    }

    private func noteOvertaken() throws {
        guard isClaiming || isDeciding, let alive else { return }
        let leased = try alive.facts.deliveries.filter { $0.state == "sending" && $0.epoch == epoch }
        overtaken.formUnion(leased.map(\.id))
    }

    /// After a change of the store, before whoever made it learns of it: the process may die.
    func afterChange(process number: Int) async {
        guard isWild, alive?.number == number else { return }
        if random.happens(crashChance) { crash("after a change") }
    }
}
