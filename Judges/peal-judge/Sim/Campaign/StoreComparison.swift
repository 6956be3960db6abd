import PealCore

/// Runs a seed on both stores and compares what they leave behind.
enum StoreComparison {
    static func run(_ plan: SimPlan, setup: SimSetup) async -> SeedVerdict {
        var plan = plan
        plan.isAwaited = true
        plan.store = .memory
        let memory = await SeedRun.run(plan, setup: setup)
        plan.store = .sqlite
        var verdict = await SeedRun.run(plan, setup: setup)
        verdict.tally.add(memory.tally)
        verdict.tally.seeds = 1
        verdict.violation = verdict.violation ?? memory.violation ?? difference(verdict, memory)
        return verdict
    }

    private static func difference(_ sqlite: SeedVerdict, _ memory: SeedVerdict) -> Violation? {
        guard let one = sqlite.result, let other = memory.result else { return nil }
        let found =
            one.difference(from: other)
            ?? (sqlite.fingerprint == memory.fingerprint ? nil : "the runs end alike, and differ on the way")
        guard let found else { return nil }
        return Violation(promise: "same-facts", detail: found, step: sqlite.tally.steps, at: Timestamp(milliseconds: 0))
    }
}
