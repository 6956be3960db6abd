import PealCore
import PealSQL
import PealSQLite
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("Storing triggers by plan and guard")
struct AcceptTriggersTests {
    static let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)

    @Test("A plain trigger is one write; a free claim needs no read, a held one is read once")
    func reads() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            let counting = ReadCountingStore(store)
            let triggers = AcceptTriggers(store: counting)
            _ = try await triggers.accept([scene.submission(), scene.submission()], app: scene.app)
            #expect((counting.reads, counting.writes) == (0, 1))
            let first = scene.submission(claim: Self.claim)
            _ = try await triggers.accept([first], app: scene.app)
            #expect((counting.reads, counting.writes) == (0, 2))
            let second = try await triggers.accept([scene.submission(claim: Self.claim)], app: scene.app)
            #expect(second == [.duplicate(of: first.trigger.id)])
            #expect((counting.reads, counting.writes) == (1, 4))
            let limited = (0..<5).map { scene.limited(Self.limit(.queue), entity: "\($0)", parent: "org/o") }
            _ = try await triggers.accept(limited, app: scene.app)
            #expect((counting.reads, counting.writes) == (3, 5), "entities, then windows, however many there are")
        }
    }

    @Test("What is asked of an audience is learnt by the write, also when the claim is held")
    func questions() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            let counting = ReadCountingStore(store)
            let triggers = AcceptTriggers(store: counting)
            let question = AudienceQuestion(.owner, entity: scene.report)
            let unknown = AudienceReach(source: scene.report, isStored: false)
            for isFirst in [true, false] {
                let submission = scene.submission(claim: Self.claim)
                let (outcomes, facts) =
                    try await triggers.accept([submission], app: scene.app, answer: nil, asking: [question])
                #expect(outcomes.map(\.isAccepted) == [isFirst])
                #expect(facts.audiences == [question: unknown])
                #expect(counting.looks == 0)
            }
        }
    }

    @Test("Of many requests at the same time one gets the claim, and all others name it")
    func claims() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            let triggers = AcceptTriggers(store: store)
            let submissions = (0..<100).map { _ in scene.submission(claim: Self.claim) }
            let outcomes = try await Self.together(submissions, triggers, app: scene.app)
            let holders = outcomes.filter(\.isAccepted)
            #expect(holders.count == 1)
            let winner = zip(submissions, outcomes).first { $1.isAccepted }?.0.trigger.id
            #expect(outcomes.count { winner.map(TriggerAcceptance.duplicate) == $0 } == 99)
        }
    }

    @Test("However many ask for the same windows at the same time, all get through and none is overfull")
    func quota() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            let triggers = AcceptTriggers(store: store)
            let limit = Self.limit(.queue)
            let submissions = (0..<60).map { scene.limited(limit, entity: "\($0)", parent: "org/o") }
            let outcomes = try await Self.together(submissions, triggers, app: scene.app)
            #expect(outcomes.count(where: \.isAccepted) == submissions.count)
            let days = try await Self.days(of: submissions, in: store)
            #expect(days.count == submissions.count)
        }
    }

    @Test("The answer of a request is stored with its effect, and not at all when every trigger is refused")
    func answers() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            let triggers = AcceptTriggers(store: store)
            let limit = Self.limit(.reject)
            for (number, isStored) in [true, false].enumerated() {
                let key = IdempotencyKey(app: scene.app, operation: "POST", key: "\(number)")
                let answer = IdempotentAnswer<[TriggerAcceptance]>(key: key) { outcomes in
                    StoredAnswer(requestHash: [1], status: 202, body: Array("\(outcomes.count)".utf8))
                }
                let submission = scene.limited(limit, entity: "\(number)", parent: "org/o")
                _ = try await triggers.accept([submission], app: scene.app, answer: answer)
                #expect(try await store.answer(key, now: scene.now)?.body == (isStored ? Array("1".utf8) : nil))
            }
        }
    }

    static func limit(_ excess: SenderLimit.Excess) -> SenderLimit {
        SenderLimit(
            id: "one-a-day",
            types: ["assigned"],
            scope: .org,
            max: 1,
            per: .day,
            zone: .app,
            onExceed: excess
        )
    }

    /// The days on which triggers are due.
    private static func days(of submissions: [TriggerSubmission], in store: SQLiteStore) async throws -> Set<Timestamp>
    {
        var days: Set<Timestamp> = []
        for submission in submissions {
            let due = try await store.trigger(submission.trigger.id, app: submission.trigger.app)?.dueAt
            guard let due else { continue }
            days.insert(CalendarWindow(containing: due, unit: .day, in: .utc).start)
        }
        return days
    }

    private static func together(
        _ submissions: [TriggerSubmission],
        _ triggers: AcceptTriggers,
        app: AppID
    ) async throws -> [TriggerAcceptance] {
        try await withThrowingTaskGroup(of: (Int, TriggerAcceptance).self) { group in
            for (index, submission) in submissions.enumerated() {
                group.addTask { (index, try await triggers.accept([submission], app: app)[0]) }
            }
            return try await group.reduce(into: [Int: TriggerAcceptance]()) { $0[$1.0] = $1.1 }
                .sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
