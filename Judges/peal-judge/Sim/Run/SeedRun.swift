import Foundation
import PealCore
import PealEngine

/// One seed: a random world, driven step by step through the real code, with its invariants looked at all the way.
///
/// Everything runs on one queue and takes its chances from the seed, so that a seed is replayed exactly. A crash copies
/// what is stored at that instant; the old process runs on into nothing, the next one opens the copy.
actor SeedRun {
    /// A push that waits for its answer.
    struct Waiting {
        /// Which delivery; `nil` for a silent sync push.
        var delivery: DeliveryID?
        var app: AppID
        var hasReceipts: Bool
        var continuation: CheckedContinuation<SendOutcome, Never>
    }

    let plan: SimPlan
    let setup: SimSetup
    let clock: VirtualClock
    let directory: URL
    let sharedRandom: SharedRandom
    let ids: IDGenerator
    private let executor: SeedExecutor

    var random: SeededRandom
    /// Decides which entities are deleted, apart: the other runs stay what they were.
    var deletionRandom: SeededRandom
    var world: SimWorld
    var record = SimRecord()
    var tally = SimTally()
    var violation: Violation?
    var trace = SimTrace()

    var process: ProcessRun?
    var epoch = 0
    /// The copy that the next process opens: set by a crash.
    var grave: SQLiteFiles?
    /// What was stored before the last change: kept for a bug that answers changes before they are stored.
    var shadow: SQLiteFiles?
    var processes = 0
    /// Whether crashes and changes in between may happen.
    var isWild = false
    var isInBetween = false
    /// Whether a claim leases and hands over.
    var isClaiming = false
    /// Whether a round of decisions goes on that may hand over what it leases.
    var isDeciding = false
    /// Pushes that were leased, and not handed over yet, when another change came first: it may be too late for them.
    var overtaken: Set<DeliveryID> = []
    var isPublishing = false
    /// Changes in between that had come when the step began.
    var interludes = 0
    var crashChance = 0.0
    /// Users whose facts changed within the step: what was decided of them meanwhile may lean on either.
    var touched: Set<UserKey> = []
    /// Apps whose catalog, and entities that were changed within the step.
    var republished: Set<AppID> = []
    var moved: Set<EntityRef> = []
    /// The latest instant the clock ever showed, and the instant the run ends at.
    var latest: Timestamp
    var end: Timestamp
    /// When the clock went back.
    var reversals: [(from: Timestamp, to: Timestamp)] = []
    /// Where the walks of retention stand in this process.
    var retention = RetentionSweeper.Position()
    var numbers = 0
    var drafts: [(app: AppID, plan: TriggerPlan)] = []
    var storm = 0.0

    /// Deliveries under way that do not wait for an answer.
    var running = 0
    var idle: [CheckedContinuation<Void, Never>] = []
    var waiting: [Waiting] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(plan: SimPlan, setup: SimSetup, executor: SeedExecutor) {
        self.plan = plan
        self.setup = setup
        self.executor = executor
        var random = SeededRandom(seed: plan.seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x5EED)
        let world = SimWorld.make(catalogs: setup.catalogs, random: &random)
        self.world = world
        let clock = VirtualClock(at: world.start)
        self.clock = clock
        latest = world.start
        end = world.start + .seconds(Int64(plan.hours) * 3_600)
        let sharedRandom = SharedRandom(seed: random.next())
        self.sharedRandom = sharedRandom
        let stamps = StampCounter()
        ids = IDGenerator { UUIDv7(milliseconds: stamps.next(clock.now), random: (0, sharedRandom.next())) }
        crashChance = [0, 0.004, 0.01, 0.025][random.below(4)]
        storm = [0.05, 0.2, 0.5][random.below(3)]
        self.random = random
        deletionRandom = SeededRandom(seed: plan.seed ^ 0xDE1E7E)
        // Of its own, also when the same seed runs several times at once.
        directory = setup.directory.appending(path: "seed-\(plan.seed)-\(UUID().uuidString.prefix(8))")
        trace.isPrinting = plan.isTracing
    }

    /// Runs the seed on a queue of its own.
    static func run(_ plan: SimPlan, setup: SimSetup) async -> SeedVerdict {
        let executor = SeedExecutor(seed: plan.seed)
        return await withTaskExecutorPreference(executor) {
            await SeedRun(plan: plan, setup: setup, executor: executor).run()
        }
    }

    func run() async -> SeedVerdict {
        await withDiscardingTaskGroup { group in
            do {
                try await live(in: &group)
            } catch {
                fail("judge", "the run could not go on: \("\(error)".prefix(400))")
            }
            await finish()
        }
        tally.seeds = 1
        try? FileManager.default.removeItem(at: directory)
        return SeedVerdict(seed: plan.seed, tally: tally, violation: violation, fingerprint: trace.fingerprint)
    }

    private func live(in group: inout DiscardingTaskGroup) async throws {
        try await open(try setup.freshStore(in: directory))
        try await populate()
        isWild = true
        while tally.steps < plan.steps, clock.now < end, violation == nil { try await step(in: &group) }
        isWild = false
        if violation == nil { try await drainAll(in: &group) }
        if violation == nil { try checkTheEnd() }
        tally.virtualTime = clock.now - world.start
        if violation == nil { try await outlive() }
    }

    /// Lets the last process run out.
    private func finish() async {
        if let process { await bury(process) }
    }

    /// Moves the clock.
    func set(_ instant: Timestamp) {
        if instant < clock.now { reversals.append((from: clock.now, to: instant)) }
        clock.set(instant)
        latest = max(latest, instant)
    }

    /// A number nobody has had.
    func number() -> Int {
        numbers += 1
        return numbers
    }

    /// Notes the first broken promise.
    func fail(_ promise: String, _ detail: String) {
        guard violation == nil else { return }
        violation = Violation(promise: promise, detail: detail, step: tally.steps, at: clock.now)
        trace.note("VIOLATION \(promise): \(detail)")
    }

    func note(_ text: @autoclosure () -> String) {
        trace.note("\(tally.steps) \(clock.now.rfc3339) \(text())")
    }
}

extension SeedRun {
    /// The process that is not dead; `nil` between a crash and the next start.
    var alive: ProcessRun? { grave == nil ? process : nil }
}
