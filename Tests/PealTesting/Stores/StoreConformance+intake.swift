import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var intake: [Case] {
        [
            Case("an accepted trigger comes back as it went in") { scene async throws in
                try await scene.entity(scene.report, owner: "rahul", parent: EntityRef(type: "org", id: "o1"))
                let submission = scene.submission(
                    .members(MemberQuery(of: .parent, roles: ["admin"], alsoMemberOf: .named(scene.report))),
                    cancelKey: "k"
                )
                try await scene.accept(submission)
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 10).first)
                #expect(pending.trigger == submission.trigger)
                #expect(pending.sealedData == [1, 2, 3])
                #expect(pending.parent == EntityRef(type: "org", id: "o1"))
                #expect(pending.cursor == nil)
                #expect(try await scene.store.backlog() == 1)
            },
            Case("every kind of audience comes back") { scene async throws in
                let audiences: [Audience] = [
                    .owner, .all, .users(["a", "b"]),
                    .members(MemberQuery(of: .itself, statuses: ["confirmed"])),
                ]
                for audience in audiences { try await scene.accept(scene.submission(audience)) }
                let pending = try await scene.store.dueTriggers(now: scene.now, limit: 10)
                #expect(pending.map(\.trigger.audience) == audiences)
            },
            Case("a held claim makes a duplicate and stores nothing of it") { scene async throws in
                let claim = TriggerSubmission.Claim(key: "assigned r1 t1", expiresAt: nil)
                let first = scene.submission(claim: claim)
                let second = scene.submission(
                    claim: claim,
                    entities: [EntityPatch(ref: scene.report, status: "resolved")]
                )
                let answers = try await scene.store.accept([first, second], answer: nil)
                #expect(answers == [.accepted(first.trigger.id), .duplicate(of: first.trigger.id)])
                #expect(try await scene.store.entity(scene.report, app: scene.app) == nil)
                #expect(try await scene.store.trigger(second.trigger.id, app: scene.app) == nil)
            },
            Case("an expired claim is taken over, and apps do not share claims") { scene async throws in
                let claim = TriggerSubmission.Claim(key: "k", expiresAt: scene.now)
                try await scene.accept(scene.submission(claim: claim))
                let later = scene.submission(claim: .init(key: "k", expiresAt: scene.now + .seconds(60)))
                #expect(try await scene.store.accept([later], answer: nil) == [.accepted(later.trigger.id)])
                let again = scene.submission(claim: claim)
                #expect(try await scene.store.accept([again], answer: nil) == [.duplicate(of: later.trigger.id)])
                var elsewhere = scene.submission(claim: claim)
                elsewhere.trigger.app = "match"
                #expect(try await scene.store.accept([elsewhere], answer: nil) == [.accepted(elsewhere.trigger.id)])
            },
            Case("a patch leaves what it does not name as it was") { scene async throws in
                try await scene.entity(scene.report, owner: "rahul", status: "new")
                try await scene.accept(
                    scene.submission(entities: [
                        EntityPatch(ref: scene.report, status: "assigned", times: ["at": scene.now])
                    ])
                )
                let entity = try #require(try await scene.store.entity(scene.report, app: scene.app))
                #expect(entity.ownerID == "rahul")
                #expect(entity.status == "assigned")
                #expect(entity.times == ["at": scene.now])
            },
            Case("a patch removes what it says is null, and adds an entity that is not there") { scene async throws in
                let venue = EntityRef(type: "place", id: "p")
                try await scene.entity(scene.report, owner: "rahul", status: "new")
                let first = EntityPatch(
                    ref: scene.report,
                    timeZone: "UTC",
                    times: ["at": scene.now, "until": scene.now],
                    attributes: ["a": .integer(1), "b": .object(["c": .integer(2), "d": .null])]
                )
                var second = EntityPatch(
                    ref: scene.report,
                    times: ["at": nil],
                    attributes: ["b": .object(["c": .null])]
                )
                second.ownerID = .remove
                second.timeZone = .remove
                var new = EntityPatch(ref: venue, status: "open", times: ["at": nil], attributes: ["a": .null])
                new.ownerID = .remove
                try await scene.accept(scene.submission(entities: [first, new]))
                try await scene.accept(scene.submission(entities: [second]))
                let entity = try #require(try await scene.store.entity(scene.report, app: scene.app))
                #expect(entity.ownerID == nil && entity.timeZone == nil)
                #expect(entity.status == "new")
                #expect(entity.times == ["until": scene.now])
                #expect(entity.attributes == ["a": .integer(1), "b": .object([:])])
                let added = try #require(try await scene.store.entity(venue, app: scene.app))
                #expect(added == Entity(ref: venue, status: "open", updatedAt: added.updatedAt))
                second.times = .remove
                second.attributes = .remove
                second.status = .remove
                try await scene.accept(scene.submission(entities: [second]))
                let empty = try #require(try await scene.store.entity(scene.report, app: scene.app))
                #expect(empty == Entity(ref: scene.report, updatedAt: empty.updatedAt))
            },
            Case("a submission that fails takes all of its transaction back") { scene async throws in
                let good = scene.submission(entities: [EntityPatch(ref: scene.report, status: "new")])
                await #expect(throws: StoreError.self) { try await scene.store.accept([good, good], answer: nil) }
                #expect(try await scene.store.trigger(good.trigger.id, app: scene.app) == nil)
                #expect(try await scene.store.entity(scene.report, app: scene.app) == nil)
                #expect(try await scene.store.backlog() == 0)
            },
            Case("an answer is stored with its effect, for a day") { scene async throws in
                let key = IdempotencyKey(app: scene.app, operation: "POST /triggers", key: "k1")
                let submission = scene.submission()
                _ = try await scene.store.accept(
                    [submission],
                    answer: IdempotentAnswer(key: key) { results in
                        StoredAnswer(requestHash: [9], status: 202, body: Array("\(results.count)".utf8))
                    }
                )
                let stored = try await scene.store.answer(key, now: scene.now + .seconds(86_399))
                #expect(stored == StoredAnswer(requestHash: [9], status: 202, body: Array("1".utf8)))
                #expect(try await scene.store.answer(key, now: scene.now + .seconds(86_400)) == nil)
                await #expect(throws: StoreError.self) {
                    try await scene.store.accept(
                        [submission],
                        answer: IdempotentAnswer(key: IdempotencyKey(app: scene.app, operation: "x", key: "y")) { _ in
                            StoredAnswer(requestHash: [], status: 1, body: [])
                        }
                    )
                }
                let other = IdempotencyKey(app: scene.app, operation: "x", key: "y")
                #expect(try await scene.store.answer(other, now: scene.now) == nil)
            },
            Case("a trigger is scheduled, then running, then done") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                let due = scene.now + .seconds(60)
                let id = try await scene.accept(scene.submission(.users(["a"]), dueAt: due))
                #expect(try await scene.store.dueTriggers(now: scene.now, limit: 1).isEmpty)
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .scheduled)
                #expect(try await scene.store.nextDue(after: scene.now) == due)
                try await scene.fanOut(at: due) {
                    scene.notification($0.userID, push: StoreScene<Store>.sendToAll($0).1)
                }
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .running)
                let claimed = try await scene.store.claim(now: due, limit: 1, epoch: 1)
                try await scene.store.record(claimed.map { scene.result($0, .end(.accepted, nil), epoch: 1) })
                let report = try #require(try await scene.store.trigger(id, app: scene.app))
                #expect(report.status == .done)
                #expect(report.recipients == 1)
                #expect(report.verdicts == [.notified: 1])
                #expect(report.deliveries == [.accepted: 1])
                #expect(try await scene.store.trigger(id, app: "match") == nil)
            },
            Case("triggers are listed newest first, filtered, page by page") { scene async throws in
                var ids: [TriggerID] = []
                for type in ["assigned", "resolved", "assigned", "assigned"] {
                    ids.append(
                        try await scene.accept(scene.submission(type: TypeID(type), dueAt: scene.now + .seconds(9)))
                    )
                }
                _ = try await scene.cancel(ids[2])
                func list(_ filter: TriggerFilter, _ page: PageRequest) async throws -> Page<TriggerReport> {
                    try await scene.store.triggers(app: scene.app, filter: filter, page: page)
                }
                let first = try await list(TriggerFilter(), PageRequest(limit: 3))
                #expect(first.items.map(\.id) == [ids[3], ids[2], ids[1]])
                let rest = try await list(TriggerFilter(), PageRequest(limit: 3, after: first.next))
                #expect(rest.items.map(\.id) == [ids[0]])
                #expect(rest.next == nil)
                #expect(
                    try await list(TriggerFilter(type: "resolved"), PageRequest(limit: 5)).items.map(\.id) == [ids[1]]
                )
                let cancelled = try await list(TriggerFilter(status: .cancelled), PageRequest(limit: 5))
                #expect(cancelled.items.map(\.id) == [ids[2]])
                let later = TriggerFilter(since: scene.now + .seconds(1))
                #expect(try await list(later, PageRequest(limit: 5)).items.isEmpty)
            },
        ]
    }
}
