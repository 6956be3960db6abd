import JudgeKit

/// Many seeds, some at once.
struct SimCampaign: Sendable {
    var plan: SimPlan
    var count: Int
    var jobs: Int
    /// Broken seeds after which nothing more is learnt.
    var enough = 5
    /// The promise whose breach is looked for: nothing more is learnt once a seed broke it.
    var sought: String?
    /// Takes what is known while seeds run; a test that injects a bug has nothing to print about finding it.
    var progress: @Sendable (String) -> Void = { Output.progress($0) }

    func run(_ setup: SimSetup) async -> SimReport {
        let watch = Stopwatch()
        var report = SimReport(plan: plan)
        await withTaskGroup(of: SeedVerdict.self) { group in
            var next = plan.seed
            let end = plan.seed &+ UInt64(count)
            for _ in 0..<min(jobs, count) {
                start(next, setup, &group)
                next &+= 1
            }
            for await verdict in group {
                report.add(verdict)
                if let violation = verdict.violation { progress("seed \(verdict.seed): \(violation)") }
                if report.tally.seeds.isMultiple(of: 500) {
                    progress(
                        "\(report.tally.seeds) seeds, \(report.broken.count) broken, \(Int(watch.seconds)) s"
                    )
                }
                let isFound = report.broken.contains { $0.violation?.promise == sought }
                if next < end, report.broken.count < enough, !isFound {
                    start(next, setup, &group)
                    next &+= 1
                }
            }
        }
        report.seconds = watch.seconds
        return report
    }

    private func start(_ seed: UInt64, _ setup: SimSetup, _ group: inout TaskGroup<SeedVerdict>) {
        var plan = plan
        plan.seed = seed
        group.addTask { [plan] in await SeedRun.run(plan, setup: setup) }
    }
}
