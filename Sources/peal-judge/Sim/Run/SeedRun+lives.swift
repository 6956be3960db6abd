import Foundation
import PealCore
import PealEngine
import PealProviderKit
import PealSQLite

/// Births, crashes and deaths.
extension SeedRun {
    /// Opens a directory and does what a fresh process does first.
    func open(_ directory: URL) async throws {
        lives += 1
        let number = lives
        var providers: [AppID: [any PushProvider]] = [:]
        for app in world.apps {
            providers[app.id] = app.catalog.providers.map { provider -> any PushProvider in
                let hasReceipts = app.receipts.contains(provider)
                let service = SimProvider(id: provider, app: app.id) { carried, message in
                    await self.take(message, of: carried, app: app.id, hasReceipts: hasReceipts, life: number)
                }
                guard hasReceipts else { return service }
                return SimReceipts(base: service) { await self.tell($0, life: number) }
            }
        }
        grave = nil
        life = try await Life.open(
            number: number,
            directory: directory,
            setup: setup,
            apps: world.apps,
            clock: clock,
            dice: dice,
            ids: ids,
            providers: providers,
            hooks: WriteHooks(
                before: { await self.beforeChange(life: number) },
                after: { await self.afterChange(life: number) }
            )
        )
        guard let life else { return }
        retention = RetentionSweeper.Place()
        takeUp(life.texts)
        // An erasure that the last life died over may have freed rows.
        ledger.lastRow = min(ledger.lastRow, try life.view.lastRow())
        // Nor is it known what a sweep took that it died over.
        try observeSweep()
        for firing in try life.view.firings() { ledger.fired.insert(firing.id) }
        epoch = await life.engine.delivery.begin() ?? 0
        try await finishCancels()
        if grave == nil { try await life.engine.schedules.begin() }
        note("life \(number) begins, epoch \(epoch)")
    }

    /// Goes on with cancels that a crash cut off, as the sweeper does.
    func finishCancels() async throws {
        while let life = alive, try await life.engine.cancels.continueInterrupted(limit: 5) {}
    }

    /// After a crash: the old life runs out, the next opens what was on disk.
    func rise() async throws {
        while let place = grave, violation == nil {
            if let life { await bury(life) }
            try await open(place)
        }
    }

    /// Lets a life run out: what it still does reaches neither the copy nor a provider.
    func bury(_ old: Life) async {
        for push in waiting { resume(push, .unknown(reason: "the process died")) }
        waiting = []
        await quiet()
        try? old.view.close()
        try? old.store.close()
        try? FileManager.default.removeItem(at: old.directory)
        life = nil
    }

    /// The process dies here: the next life finds what the files hold now.
    func crash(_ place: String) {
        guard let life = alive else { return }
        let next = directory.appending(path: "\(life.number)")
        do {
            try copy(life.directory, to: next)
            if plan.plant == .commitAfterAnswer, FileManager.default.fileExists(atPath: shadow.path) {
                try FileManager.default.removeItem(at: next)
                try copy(shadow, to: next)
            }
            grave = next
            tally.crashes += 1
            note("crash \(place)")
        } catch {
            fail("judge", "the files cannot be copied: \(error)")
        }
    }

    func copy(_ from: URL, to: URL) throws {
        try FileManager.default.createDirectory(at: to, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] {
            let source = from.appending(path: Life.fileName + suffix)
            guard FileManager.default.fileExists(atPath: source.path) else { continue }
            try FileManager.default.copyItem(at: source, to: to.appending(path: Life.fileName + suffix))
        }
    }

    private var shadow: URL { directory.appending(path: "shadow") }

    /// Before a change of the store: the process may die, or somebody else may come first.
    func beforeChange(life number: Int) async {
        guard isWild, alive?.number == number else { return }
        if random.happens(crashChance) { return crash("before a change") }
        if plan.plant == .commitAfterAnswer, let alive {
            try? FileManager.default.removeItem(at: shadow)
            try? copy(alive.directory, to: shadow)
        }
        guard !isInBetween, random.happens(0.06) else { return }
        isInBetween = true
        defer { isInBetween = false }
        tally.interludes += 1
        do {
            try observe()
            try await comeBetween()
        } catch {
            if alive?.number == number { fail("judge", "a change in between failed: \(error)") }
        }
    }

    /// After a change of the store, before whoever made it learns of it: the process may die.
    func afterChange(life number: Int) async {
        guard isWild, alive?.number == number else { return }
        if random.happens(crashChance) { crash("after a change") }
    }
}
