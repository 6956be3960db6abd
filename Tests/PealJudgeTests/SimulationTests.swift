import Foundation
import Synchronization
import Testing

@testable import peal_judge

/// The judge's own judge: a seed is a replay, sound code passes, and what is broken is found.
@Suite(.sharedSetup)
struct SimulationTests {
    private let setup: SimSetup

    init() throws { setup = try #require(SharedSetup.current) }

    private func plan(_ seed: UInt64) -> SimPlan { SimPlan(seed: seed) }

    @Test("a seed runs the same way every time", arguments: [UInt64(3), 17, 112, 5680])
    func seedIsReplayed(seed: UInt64) async throws {
        let first = await SeedRun.run(plan(seed), setup: setup)
        let second = await SeedRun.run(plan(seed), setup: setup)
        #expect(first.fingerprint == second.fingerprint)
        #expect(first.tally.steps == second.tally.steps)
    }

    @Test("seeds differ from each other")
    func seedsDiffer() async throws {
        let first = await SeedRun.run(plan(1), setup: setup)
        let second = await SeedRun.run(plan(2), setup: setup)
        #expect(first.fingerprint != second.fingerprint)
    }

    @Test("forty worlds keep every promise, and much happens in them")
    func worldsKeepPromises() async throws {
        let report = await SimCampaign(plan: plan(1), count: 40, jobs: 2, progress: { _ in }).run(setup)
        #expect(report.broken.isEmpty, "\(report.table)")
        #expect(report.tally.seeds == 40)
        #expect(report.tally.crashes > 20)
        #expect(report.tally.triggers > 300)
        #expect(report.tally.pushes > 300)
        #expect(report.tally.held > 20)
        #expect(report.tally.digested > 5)
        #expect(report.tally.moves > 10)
        #expect(report.tally.publications > 20)
        #expect(report.tally.fired > 10)
        #expect(report.tally.joined > 4)
        #expect(report.tally.swept > 500)
        #expect(report.tally.revocations > 60)
        #expect(report.tally.overtaken > 20)
        #expect(report.tally.summaries > 2)
        #expect(report.tally.deletions > 30)
        #expect(report.tally.withdrawals > 10)
        #expect(report.tally.singles > 10)
    }

    /// Each of them once broke a promise.
    @Test(
        "runs that once broke a promise stay fixed",
        arguments: [
            // A publication came between the reading and the writing of a trigger with a new entity: it never fired (S18).
            UInt64(77_001_362),
            // A trigger named two users, one erased before its fan-out: the check still asked for a decision.
            77_001_334, 77_001_352,
            // The clock went back past a trigger's acceptance: the check asked for decisions before they were due.
            77_002_314,
            // A request was sent again before its first answer came: the check took both answers for acceptances.
            1_064, 1_272, 2_410,
            // A sweep deleted the log of a push that a summary, which then ended, gave back.
            3_930,
            // After eleven days a trigger ended and was swept within one step: the check never saw it decided.
            18_308,
            // A trigger ended by a later one that says it is over: the check took it for lost.
            231,
            // A sender was erased, and a trigger of theirs resumed after that: the check went on with the count before it.
            523,
            // The clock went back over the end of a window whose count was swept: a third trigger was taken in it.
            3_487,
        ]
    )
    func runStaysFixed(seed: UInt64) async throws {
        let verdict = await SeedRun.run(plan(seed), setup: setup)
        #expect(verdict.violation == nil, "\(verdict.violation?.description ?? "")")
    }

    @Test("a seed has 72 hours and 120 steps unless the command line says otherwise")
    func bounds() {
        #expect((plan(1).hours, plan(1).steps) == (72, 120))
    }

    @Test("an injected bug is found within 1,000 seeds", arguments: InjectedBug.allCases)
    func injectedBugIsFound(injectedBug: InjectedBug) async throws {
        // Few runs show that summaries are missing: it begins where one does.
        var plan = plan(injectedBug == .ignoreSummaries ? 137 : 1)
        plan.injectedBug = injectedBug
        let report = await SimCampaign(plan: plan, count: 1_000, jobs: 1, enough: 1, progress: { _ in }).run(setup)
        #expect(!report.broken.isEmpty)
        #expect(report.broken.allSatisfy { $0.violation?.promise != "judge" })
        guard injectedBug == .ignoreSummaries else { return }
        #expect(report.broken.contains { $0.violation?.promise == "summary" }, "\(report.table)")
    }

    @Test("a violation is told while the campaign runs, and only through what it was given")
    func progressIsTold() async throws {
        var plan = plan(1)
        plan.damage = "UPDATE badge SET unseen = unseen + 1"
        let told = Mutex<[String]>([])
        let campaign = SimCampaign(plan: plan, count: 4, jobs: 1) { line in told.withLock { $0.append(line) } }
        let report = await campaign.run(setup)
        #expect(told.withLock(\.self) == report.broken.map { "seed \($0.seed): \($0.violation?.description ?? "")" })
        #expect(!report.broken.isEmpty)
    }

    @Test(
        "rows that break a promise are found",
        arguments: [
            ("badge", "UPDATE badge SET unseen = unseen + 1"),
            ("nothing-lost", "UPDATE trigger SET fan_out = 'running' WHERE cancelled_at IS NULL"),
            ("outcome", "UPDATE delivery SET state = 'pending'"),
            ("outcome", "DELETE FROM delivery"),
            (
                "held-ends",
                "UPDATE notification SET push = 'hold', hold_stage = 'device', held_until = 1 WHERE push = 'suppress'"
            ),
            (
                "nothing-lost",
                "DELETE FROM trigger WHERE NOT EXISTS (SELECT 1 FROM notification n WHERE n.trigger_id = trigger.id)"
            ),
            ("one-decision", "DELETE FROM notification WHERE push = 'suppress' AND in_app_reason IS NOT NULL"),
            ("kept", "UPDATE notification SET removal = 'expired', removed_at = 1 WHERE removed_at IS NULL"),
            (
                "retention",
                "CREATE TRIGGER keeps BEFORE DELETE ON notification BEGIN SELECT RAISE(IGNORE); END"
            ),
            ("retention", "UPDATE trigger SET due_at = due_at + 31536000000000"),
            (
                "retention",
                "CREATE TRIGGER lingers BEFORE UPDATE ON device BEGIN SELECT RAISE(IGNORE); END"
            ),
        ]
    )
    func damageIsFound(promise: String, statement: String) async throws {
        var plan = plan(1)
        plan.damage = statement
        let report = await SimCampaign(plan: plan, count: 12, jobs: 1, sought: promise, progress: { _ in }).run(setup)
        #expect(report.broken.contains { $0.violation?.promise == promise }, "\(report.table)")
    }

    /// Where to begin with damage that few runs show, so that it is found soon.
    private static let firstSeeds: [String: UInt64] = [
        "limits": 137, "not-late": 97, "once": 6, "receipts": 6, "schedules": 7, "version": 13,
    ]

    @Test(
        "rows that are damaged while the run goes on are found",
        arguments: [
            ("same-answer", "DELETE FROM idempotency"), ("once", "DELETE FROM claim"),
            ("limits", "DELETE FROM limit_count"),
            ("not-early", "UPDATE trigger SET due_at = due_at - 86400000 WHERE fan_out = 'waiting'"),
            ("not-late", "UPDATE local_wait SET instant = instant + 7200000"),
            (
                "schedules",
                "UPDATE schedule SET state = 'cancelled', reason = 'x', ended_at = due_at WHERE state = 'waiting'"
            ),
            ("receipts", "DELETE FROM receipt"), ("kept", "UPDATE notification SET trace = ''"),
            ("version", "UPDATE notification SET policy_version = policy_version + 1"),
            ("version", "DELETE FROM catalog WHERE version > 1"),
            ("late", "UPDATE notification SET facts_version = NULL; UPDATE delivery SET facts_version = NULL"),
            ("revoked", "UPDATE device SET user_id = 'u1' WHERE user_id = 'u2'"),
        ]
    )
    func damageByStepIsFound(promise: String, statement: String) async throws {
        var plan = plan(Self.firstSeeds[promise] ?? 1)
        plan.damageByStep = statement
        let report = await SimCampaign(plan: plan, count: 120, jobs: 1, sought: promise, progress: { _ in }).run(setup)
        #expect(report.broken.contains { $0.violation?.promise == promise }, "\(promise): \(report.table)")
    }
}

/// Reads the catalogs and makes the empty database once for all tests of a suite.
private struct SharedSetup: SuiteTrait, TestScoping {
    @TaskLocal static var current: SimSetup?

    private static let catalogs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Catalogs").path

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let setup = try SimSetup(catalogs: Self.catalogs)
        defer { setup.remove() }
        try await Self.$current.withValue(setup) { try await function() }
    }
}

extension Trait where Self == SharedSetup {
    fileprivate static var sharedSetup: Self { Self() }
}
