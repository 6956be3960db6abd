import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var limits: [Case] {
        [
            Case("of triggers under a limit never more than it allows are kept in a window, whatever comes (R160)") {
                scene async throws in
                for excess in [SenderLimit.Excess.reject, .queue, .digest] {
                    let run = Property(cases: 25) { choices in
                        choices.array(count: 0...30) { LimitedStep(&$0) }
                    }
                    await run.check(relevant: 3) { steps in try await limited(steps, excess, scene) > 0 }
                }
            },
            Case("a trigger that a limit refuses leaves nothing behind: no claim, no entity, no trigger") {
                scene async throws in
                let limit = LimitedStep.limit(.reject, id: "refusal", max: 1)
                let submission = { (entity: String) in
                    scene.limited(limit, entity: entity, parent: "org/o", claim: "claim-\(entity)")
                }
                #expect(try await scene.store.accept([submission("a")], answer: nil)[0].isAccepted)
                let refused = submission("b")
                let answers = try await scene.store.accept([refused], answer: nil)
                let end = CalendarWindow(containing: scene.now, unit: .day, in: .utc).end
                let expected = ReachedLimit(limit, resetsAt: end, zone: .utc)
                #expect(answers == [.refused(LimitRefusal(trigger: refused.trigger.id, limit: expected))])
                #expect(try await scene.store.trigger(refused.trigger.id, app: scene.app) == nil)
                #expect(try await scene.store.entity(EntityRef(type: "report", id: "b"), app: scene.app) == nil)
                #expect(try await scene.store.backlog() == 1)
                // Its claim is free: the same thing may be told tomorrow.
                var again = submission("b")
                again.trigger.acceptedAt = end
                again.trigger.dueAt = end
                #expect(try await scene.store.accept([again], answer: nil) == [.accepted(again.trigger.id)])
            },
            Case("a duplicate takes no place under a limit; a cancelled trigger gives its place back") {
                scene async throws in
                let limit = LimitedStep.limit(.reject, id: "places", max: 2)
                let first = scene.limited(limit, entity: "a", parent: "org/o", claim: "same")
                let copy = scene.limited(limit, entity: "a", parent: "org/o", claim: "same")
                let second = scene.limited(limit, entity: "b", parent: "org/o")
                let answers = try await scene.store.accept([first, copy, second], answer: nil)
                #expect(
                    answers == [
                        .accepted(first.trigger.id), .duplicate(of: first.trigger.id), .accepted(second.trigger.id),
                    ]
                )
                let third = scene.limited(limit, entity: "c", parent: "org/o")
                #expect(try await !scene.store.accept([third], answer: nil)[0].isAccepted)
                _ = try await scene.cancel(second.trigger.id)
                _ = try await scene.cancel(second.trigger.id)
                #expect(try await scene.store.accept([third], answer: nil) == [.accepted(third.trigger.id)])
                let fourth = scene.limited(limit, entity: "d", parent: "org/o")
                #expect(try await !scene.store.accept([fourth], answer: nil)[0].isAccepted)
            },
            Case("a clock that is set back over the end of a window finds what was counted in it") {
                scene async throws in
                let limit = LimitedStep.limit(.reject, id: "backwards", max: 1)
                let end = CalendarWindow(containing: scene.now, unit: .day, in: .utc).end
                func submit(_ entity: String, at instant: Timestamp) async throws -> Bool {
                    var submission = scene.limited(limit, entity: entity, parent: "org/o")
                    submission.trigger.acceptedAt = instant
                    submission.trigger.dueAt = instant
                    return try await scene.store.accept([submission], answer: nil)[0].isAccepted
                }
                #expect(try await submit("a", at: end - .seconds(1)))
                #expect(try await submit("b", at: end), "the next window")
                #expect(try await !submit("c", at: end - .seconds(1)), "the first one again")
            },
            Case("a limit counts for the outermost ancestor, by its zone's calendar; by actor where it says so") {
                scene async throws in
                let berlin = try Zone(name: "Europe/Berlin", rules: ZoneRules(initialOffset: 3600))
                let byOrg = LimitedStep.limit(.reject, id: "org", max: 1)
                _ = try await scene.store.putEntity(
                    Entity(ref: EntityRef(type: "org", id: "east"), timeZone: "East", updatedAt: scene.now),
                    app: scene.app
                )
                _ = try await scene.store.putEntity(
                    Entity(
                        ref: EntityRef(type: "team", id: "t"),
                        parent: EntityRef(type: "org", id: "east"),
                        updatedAt: scene.now
                    ),
                    app: scene.app
                )
                let zones: @Sendable (String) -> Zone? = { $0 == "East" ? berlin : nil }
                // 23:30 UTC is half past midnight in the east: the day after.
                let midnight = CalendarWindow(containing: scene.now, unit: .day, in: .utc).end
                let late = midnight - .seconds(1800)
                func send(_ parent: String, at instant: Timestamp, actor: UserID = "officer", by limit: SenderLimit)
                    async throws -> Bool
                {
                    var submission = scene.limited(limit, entity: "e\(scene.id() as TriggerID)", parent: parent)
                    submission.limits?.zone = zones
                    submission.trigger.actor = Trigger.Actor(id: actor, kind: .admin)
                    submission.trigger.acceptedAt = instant
                    submission.trigger.dueAt = instant
                    return try await scene.store.accept([submission], answer: nil)[0].isAccepted
                }
                #expect(try await send("team/t", at: scene.now, by: byOrg))
                #expect(try await !send("org/east", at: scene.now, by: byOrg), "the team's org is the same")
                #expect(try await send("org/east", at: late, by: byOrg), "a new day has begun in the east")
                #expect(try await !send("team/t", at: midnight, by: byOrg))
                #expect(try await send("org/west", at: scene.now, by: byOrg), "another org")
                var byActor = LimitedStep.limit(.reject, id: "actor", max: 1)
                byActor.scope = .actor
                #expect(try await send("org/east", at: scene.now, actor: "anna", by: byActor))
                #expect(try await !send("org/west", at: scene.now, actor: "anna", by: byActor))
                #expect(try await send("org/west", at: scene.now, actor: "bob", by: byActor))
            },
        ]
    }

    /// One trigger under a limit: which org, how much later than the last, and whether it is cancelled at once.
    private struct LimitedStep {
        let org: String
        let hours: Int
        let isCancelled: Bool

        init(_ choices: inout Choices) {
            org = choices.element(of: ["a", "b"])
            hours = choices.integer(in: 0...12)
            isCancelled = choices.flag(onceIn: 5)
        }

        static func limit(_ excess: SenderLimit.Excess, id: String, max: Int) -> SenderLimit {
            SenderLimit(
                id: id,
                types: ["assigned"],
                scope: .org,
                max: max,
                per: .day,
                zone: .org,
                onExceed: excess
            )
        }
    }

    /// Returns how many came when their day was full.
    private static func limited(
        _ steps: [LimitedStep],
        _ excess: SenderLimit.Excess,
        _ scene: StoreScene<Store>
    ) async throws -> Int {
        // Each run has a limit of its own, so that one store serves them all.
        let prefix: TriggerID = scene.id()
        let limit = LimitedStep.limit(excess, id: "\(prefix)", max: 3)
        var sent: [String: [Timestamp: Int]] = [:]
        var (now, overfull) = (scene.now, 0)
        for (index, step) in steps.enumerated() {
            now = now + .seconds(step.hours * 3600)
            var submission = scene.limited(limit, entity: "\(prefix)-\(index)", parent: "org/\(step.org)")
            submission.trigger.acceptedAt = now
            submission.trigger.dueAt = now
            let id = submission.trigger.id
            let window = CalendarWindow(containing: now, unit: .day, in: .utc)
            let isFull = sent[step.org]?[window.start] == limit.max
            if isFull { overfull += 1 }
            let answer = try await scene.store.accept([submission], answer: nil)[0]
            let due = try await scene.store.trigger(id, app: scene.app)?.dueAt
            switch (answer, excess) {
            case (.accepted(id), .digest) where isFull: continue
            case (.accepted(id), _):
                try demand(!isFull && due == now, "\(index) is sent at once though its day is full")
                sent[step.org, default: [:]][window.start, default: 0] += 1
            case (.queued(id, let until), .queue):
                try demand(isFull && due == until, "\(index) waits though its day has quota left")
                let later = CalendarWindow(containing: until, unit: .day, in: .utc)
                sent[step.org, default: [:]][later.start, default: 0] += 1
            case (.refused, .reject):
                try demand(isFull && due == nil, "\(index) is rejected though its day has quota left")
                continue
            default: throw Refuted("\(index): \(answer)")
            }
            try demand(sent.values.allSatisfy { $0.values.allSatisfy { $0 <= limit.max } }, "\(sent)")
            guard step.isCancelled, let due else { continue }
            _ = try await scene.cancel(id)
            let day = CalendarWindow(containing: due, unit: .day, in: .utc)
            sent[step.org]?[day.start, default: 0] -= 1
        }
        return overfull
    }
}

extension StoreScene {
    /// A trigger under a limit, about an entity that comes with it.
    func limited(
        _ limit: SenderLimit,
        entity: String,
        parent: String,
        claim: String? = nil
    ) -> TriggerSubmission {
        let ref = EntityRef(type: "report", id: entity)
        var submission = submission(
            entity: ref,
            claim: claim.map { .init(key: $0, expiresAt: nil) },
            entities: [EntityPatch(ref: ref, parent: EntityRef(parent))]
        )
        submission.limits = LimitCheck(limits: [limit], appZone: .utc) { _ in nil }
        return submission
    }
}
