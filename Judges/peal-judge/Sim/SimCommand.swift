import ArgumentParser
import JudgeKit

/// `peal-judge sim`.
struct SimCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sim",
        abstract:
            "Runs random worlds through the real code under a virtual clock, with crashes between any two writes.",
        discussion: """
            One seed is one run, replayed exactly by its number: a few apps and users, triggers, cancels, users who read, mute \
            and log out, push services that refuse and go silent, a clock that jumps, a process that dies and starts again. After \
            every step the promises are looked at from outside. Ends with status 1 when one is broken, and prints how to see it \
            again.
            """
    )

    @Option(help: "Run this seed alone.")
    var seed: UInt64?
    @Option(help: "How many seeds.")
    var seeds = 1_000
    @Option(help: "The first of them.")
    var from: UInt64 = 1
    @Option(help: "Virtual hours a seed takes at most before it drains.")
    var hours = SimPlan(seed: 0).hours
    @Option(help: "Steps a seed takes at most before it drains.")
    var steps = SimPlan(seed: 0).steps
    @Option(help: "Concurrent seeds.")
    var jobs = 2
    @Option(
        name: [.customLong("inject"), .customLong("plant")],
        help: "Injects a bug, to see it found: \(InjectedBug.allCases.map(\.rawValue).joined(separator: ", "))."
    )
    var injectedBug: InjectedBug?
    @Option(help: "A statement that damages rows before the last look, to see it found.")
    var damage: String?
    @Option(help: "A statement that damages rows after every step, to see it found.")
    var damageByStep: String?
    @Option(help: "The directory of the catalogs.")
    var catalogs = "Catalogs"
    @Flag(help: "Prints every step.")
    var trace = false

    func validate() throws {
        guard (1...10_000_000).contains(seeds), (1...8_760).contains(hours), (1...100_000).contains(steps),
            (1...64).contains(jobs)
        else { throw ValidationError("seeds 1…10000000, hours 1…8760, steps 1…100000, jobs 1…64") }
    }

    func run() async throws {
        try Replay.makeHashingStable()
        let setup = try SimSetup(catalogs: catalogs)
        defer { setup.remove() }
        var plan = SimPlan(seed: seed ?? from)
        plan.hours = hours
        plan.steps = steps
        plan.injectedBug = injectedBug
        plan.damage = damage
        plan.damageByStep = damageByStep
        plan.isTracing = trace
        let campaign = SimCampaign(plan: plan, count: seed == nil ? seeds : 1, jobs: trace ? 1 : jobs)
        let report = await campaign.run(setup)
        Output.result(report.table)
        if !report.broken.isEmpty { throw ExitCode.failure }
    }
}
