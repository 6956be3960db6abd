import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var schedules: [Case] {
        [
            Case("a firing follows its entity: it moves, is cancelled and comes back with it (R066)") {
                scene async throws in
                let start = scene.now + .seconds(7200)
                try await scene.event("a", startsAt: start)
                #expect(try await scene.waiting() == ["event/a": start - .seconds(3600)])
                #expect(try await scene.store.nextSchedule(after: scene.now) == start - .seconds(3600))
                #expect(try await scene.store.nextDue(after: scene.now) == start - .seconds(3600))
                #expect(try await !scene.store.hasWork(now: scene.now))
                #expect(try await scene.store.hasWork(now: start))

                try await scene.event("a", startsAt: start + .seconds(60))
                #expect(try await scene.waiting() == ["event/a": start - .seconds(3540)], "it moved")
                #expect(try await scene.notes("a").count == 1, "nothing stays where it was")
                try await scene.event("a", startsAt: nil)
                #expect(try await scene.waiting().isEmpty)
                #expect(try await scene.notes("a").map(\.reason) == [.noTime])
                try await scene.event("a", startsAt: start, status: "closed")
                #expect(try await scene.notes("a").map(\.reason) == [.noTime], "its status does not fire")
                try await scene.event("a", startsAt: start, status: "open")
                #expect(try await scene.waiting() == ["event/a": start - .seconds(3600)], "it came back")
                try await scene.event("a", startsAt: start, status: "closed")
                #expect(try await scene.notes("a").map(\.reason) == [.status])
                try await scene.event("a", startsAt: start, status: "open")
                #expect(
                    try await scene.store.deleteEntity(
                        EntityRef(type: "event", id: "a"),
                        app: scene.app,
                        now: scene.now
                    )
                )
                #expect(try await scene.notes("a").map(\.reason) == [.entityDeleted])
                #expect(try await scene.waiting().isEmpty)
            },
            Case("a change that comes with a trigger plans what the whole entity then asks for") {
                scene async throws in
                let start = scene.now + .seconds(7200)
                let ref = EntityRef(type: "event", id: "a")
                let submission = scene.submission(
                    entities: [EntityPatch(ref: ref, times: ["startsAt": start]), EntityPatch(ref: scene.report)]
                )
                let rules = [StoreScene<Store>.rule]
                _ = try await scene.store.accept([submission], rules: rules)
                #expect(try await scene.waiting() == ["event/a": start - .seconds(3600)])
                let second = scene.submission(entities: [EntityPatch(ref: ref, status: "closed")])
                _ = try await scene.store.accept([second], rules: rules)
                #expect(try await scene.waiting().isEmpty, "the status alone came; the time was there")
            },
            Case("a firing and its trigger are one step, and one entity and time fire once") { scene async throws in
                let start = scene.now + .seconds(3600)
                try await scene.event("a", startsAt: start)
                let due = try #require(try await scene.store.dueSchedules(now: scene.now, limit: 10).first)
                #expect(due.state?.times["startsAt"] == start)
                let submission = scene.submission(.users(["u"]), type: "reminder")
                let answers = try await scene.store.fire([(due, submission), (due, submission)], now: scene.now)
                #expect(answers == [.accepted(submission.trigger.id), nil])
                #expect(try await scene.store.backlog() == 1)
                let note = try #require(try await scene.notes("a").first)
                #expect(note.state == .fired && note.trigger == submission.trigger.id)
                #expect(try await !scene.store.hasWork(now: scene.now - .seconds(1)))
                try await scene.tell("u")

                try await scene.event("a", startsAt: start + .seconds(60))
                #expect(try await scene.waiting().count == 1, "another time is another firing")
                try await scene.event("a", startsAt: start)
                #expect(try await scene.waiting().isEmpty, "this time has fired")
                _ = try await scene.store.deleteEntity(
                    EntityRef(type: "event", id: "a"),
                    app: scene.app,
                    now: scene.now
                )
                try await scene.event("a", startsAt: start)
                #expect(try await scene.waiting().isEmpty, "it has fired, whatever became of the entity since")
            },
            Case("a firing that was moved meanwhile does not fire where it was") { scene async throws in
                try await scene.event("a", startsAt: scene.now)
                let due = try #require(try await scene.store.dueSchedules(now: scene.now, limit: 10).first)
                try await scene.event("a", startsAt: scene.now + .seconds(86_400))
                let submission = scene.submission(.users(["u"]), type: "reminder")
                let answers = try await scene.store.fire([(due, submission)], now: scene.now)
                #expect(answers == [nil])
                #expect(try await scene.store.backlog() == 0)
                #expect(try await scene.store.trigger(submission.trigger.id, app: scene.app) == nil)
            },
            Case("one that failed is planned again with its entity; one that was skipped is not") {
                scene async throws in
                try await scene.event("a", startsAt: scene.now)
                try await scene.event("b", startsAt: scene.now)
                let due = try await scene.store.dueSchedules(now: scene.now, limit: 10)
                for schedule in due {
                    let event: FiringMachine.Event =
                        schedule.entity.id == "a" ? .failed(.invalid("r")) : .skipped(.tooLate)
                    #expect(try await scene.store.end(schedule, by: event, now: scene.now)?.isApplied == true)
                    let again = try await scene.store.end(schedule, by: event, now: scene.now)
                    #expect(again == .failed([1]), "it does not wait any more")
                }
                #expect(try await scene.notes("a").map(\.state) == [.failed])
                #expect(try await scene.notes("b").map(\.state) == [.skipped])
                #expect(try await scene.waiting().isEmpty)
                for id in ["a", "b"] { try await scene.event(id, startsAt: scene.now) }
                #expect(try await scene.waiting().keys.sorted() == ["event/a"])
            },
            Case("entities are read in pages") {
                scene async throws in
                let start = scene.now + .seconds(7200)
                for id in ["a", "b", "c"] { try await scene.event(id, startsAt: start, rules: []) }
                var cursor: String?
                var pages: [[String]] = []
                repeat {
                    let page = try await scene.store.scheduleFacts(
                        of: "event",
                        app: scene.app,
                        after: cursor,
                        limit: 2
                    )
                    for facts in page {
                        let changes = facts.planning(by: [StoreScene<Store>.rule], now: scene.now)
                        #expect(try await scene.apply(changes).isApplied)
                        #expect(try await scene.apply(changes) == .failed([0]), "its firings are not what they were")
                    }
                    pages.append(page.map(\.ref.id))
                    cursor = page.count < 2 ? nil : page.last?.ref.id
                } while cursor != nil && pages.count < 10
                #expect(pages == [["a", "b"], ["c"]])
                #expect(try await scene.waiting().count == 3)
            },
            Case("the version that entities are planned by is noted; it fails what an older one planned") {
                scene async throws in
                func planned() async throws -> [Int] {
                    let noted = try await scene.store.plannedVersion(app: scene.app)
                    return noted.map { [$0.version, $0.isComplete ? 1 : 0] } ?? []
                }
                #expect(try await planned() == [])
                #expect(try await scene.apply([.expectPlannedAtMost(0)]).isApplied, "none has begun")
                #expect(try await scene.apply([.beginPlanning(7, from: 6)]) == .failed([0]), "none was planned before")
                #expect(try await scene.apply([.beginPlanning(7, from: nil)]).isApplied)
                #expect(try await planned() == [7, 0], "not to the end")
                #expect(try await scene.apply([.endPlanning(6)]) == .failed([0]), "another one has begun")
                #expect(try await scene.apply([.beginPlanning(6, from: nil)]) == .failed([0]), "nor is it undone")
                #expect(try await scene.apply([.endPlanning(7)]).isApplied)
                #expect(try await planned() == [7, 1])
                #expect(try await scene.apply([.expectPlannedAtMost(7)]).isApplied)
                #expect(try await scene.apply([.expectPlannedAtMost(8)]).isApplied, "in force, and not begun yet")
                #expect(try await scene.apply([.expectPlannedAtMost(6)]) == .failed([0]))
                #expect(try await scene.apply([.beginPlanning(8, from: 7)]).isApplied)
                #expect(try await planned() == [8, 0])
                #expect(try await scene.store.plannedVersion(app: "match") == nil)
            },
            Case("a plan is not written when the entity or its firings have changed since they were read") {
                scene async throws in
                let start = scene.now + .seconds(7200)
                try await scene.event("a", startsAt: start)
                let ref = EntityRef(type: "event", id: "a")
                let facts = try await scene.store.scheduleFacts(of: ref, app: scene.app)
                try await scene.event("a", startsAt: start, status: "closed")
                #expect(try await scene.apply(facts.deleting(now: scene.now)) == .failed([0]))
                #expect(try await scene.store.entity(ref, app: scene.app)?.status == "closed")
                let entity = try #require(try await scene.store.entity(ref, app: scene.app))
                #expect(try await scene.apply([.expectEntity(ref, entity)]).isApplied)
                #expect(try await scene.apply([.expectEntity(ref, facts.entity)]) == .failed([0]))
                #expect(try await scene.apply([.expectEntity(ref, nil)]) == .failed([0]))
                let none = EntityRef(type: "event", id: "none")
                #expect(try await scene.apply([.expectEntity(none, nil)]).isApplied)
            },
            Case("what ended long ago is forgotten, what waits is not; what was due long ago is not planned") {
                scene async throws in
                try await scene.event("a", startsAt: scene.now)
                try await scene.event("b", startsAt: scene.now)
                let due = try await scene.store.dueSchedules(now: scene.now, limit: 1)
                for schedule in due { _ = try await scene.store.end(schedule, by: .skipped(.tooLate), now: scene.now) }
                let ahead = scene.now + .seconds(400 * 86_400)
                try await scene.event("far", startsAt: ahead)
                let far = EntityRef(type: "event", id: "far")
                #expect(try await scene.store.deleteEntity(far, app: scene.app, now: scene.now))
                #expect(try await scene.notes("far").map(\.state) == [.cancelled])
                #expect(try await scene.store.sweepSchedules(before: scene.now, limit: 10) == 0)
                let later = scene.now + .seconds(1)
                #expect(try await scene.store.sweepSchedules(before: later, limit: 1) == 1)
                #expect(try await scene.store.sweepSchedules(before: later, limit: 10) == 1)
                #expect(try await scene.notes("far").isEmpty, "however far ahead its time was")
                #expect(try await scene.waiting().keys.sorted() == ["event/b"])
                try await scene.event("old", startsAt: scene.now - .seconds(29 * 86_400))
                #expect(try await scene.notes("old").isEmpty)
                let byType = try await scene.store.scheduleNotes(
                    app: scene.app,
                    entity: nil,
                    type: "reminder",
                    limit: 10
                )
                #expect(byType.map(\.entity.id) == ["b"])
            },
        ]
    }
}

extension StoreScene {
    /// An hour before an event starts, unless it is closed.
    static var rule: ScheduleRule {
        ScheduleRule(
            type: "reminder",
            entity: "event",
            time: "startsAt",
            offset: .seconds(-3600),
            exceptStatuses: ["closed"]
        )
    }

    func event(_ id: String, startsAt: Timestamp?, status: String? = nil, rules: [ScheduleRule]? = nil) async throws {
        _ = try await store.putEntity(
            Entity(
                ref: EntityRef(type: "event", id: id),
                status: status,
                times: startsAt.map { ["startsAt": $0] } ?? [:],
                updatedAt: now
            ),
            schedules: rules ?? [Self.rule],
            app: app
        )
    }

    /// What becomes of a group of changes.
    func apply(_ changes: [Change]) async throws -> GroupResult {
        try #require(try await store.apply([ChangeGroup(app: app, changes)]).first)
    }

    /// When each entity's firing that waits is due.
    func waiting() async throws -> [String: Timestamp] {
        let far = now + .seconds(365 * 86_400)
        let due = try await store.dueSchedules(now: far, limit: 100)
        return Dictionary(due.map { ($0.entity.description, $0.dueAt) }) { first, _ in first }
    }

    func notes(_ id: String) async throws -> [ScheduleNote] {
        try await store.scheduleNotes(app: app, entity: EntityRef(type: "event", id: id), type: nil, limit: 10)
    }
}
