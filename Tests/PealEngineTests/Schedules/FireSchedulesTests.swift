import PealCore
import PealSQL
import PealSQLite
import PealStore
import Testing

@testable import PealEngine
@testable import PealTesting

@Suite("Due firings and what they take from each other")
struct FireSchedulesTests {
    @Test("Of firings for one window as many are written as it has quota for; the others are rejected next")
    func window() async throws {
        let scene = StoreScene(store: try SQLiteStore.temporary())
        let ids = ["a", "b", "c"]
        for id in ids { try await scene.event(id, startsAt: scene.start) }
        let limit = LimitCheck(limits: [SenderLimit.oneReminder], appZone: .utc) { _ in nil }
        var states: [[FiringState]] = []
        for _ in 0..<3 {
            let due = try await scene.store.dueSchedules(now: scene.now, limit: 9)
            let firings = due.map { schedule in
                var submission = scene.submission(.users(["u"]), type: "reminder", entity: schedule.entity)
                submission.limits = limit
                return FireSchedules.Firing(schedule: schedule, submission: submission, version: 0)
            }
            let (_, failure) = try await FireSchedules(store: scene.store).fire(firings, now: scene.now)
            #expect(failure == nil)
            var round: [FiringState] = []
            for id in ids { round += try await scene.notes(id).map(\.state) }
            states.append(round.sorted { $0.rawValue < $1.rawValue })
        }
        #expect(
            states == [[.fired, .waiting, .waiting], [.fired, .skipped, .skipped], [.fired, .skipped, .skipped]]
        )
        #expect(try await scene.store.backlog() == 1)
    }

    @Test("One that cannot be written keeps no other back, and its error is reported")
    func constraint() async throws {
        try await SQLiteStore.withTemporary { store in
            let scene = StoreScene(store: store)
            for id in ["a", "b", "c"] { try await scene.event(id, startsAt: scene.start) }
            let due = try await store.dueSchedules(now: scene.now, limit: 9)
            let first = scene.submission(.users(["u"]), type: "reminder")
            let third = scene.submission(.users(["u"]), type: "reminder")
            let firings = zip(due, [first, first, third]).map { schedule, submission in
                FireSchedules.Firing(schedule: schedule, submission: submission, version: 0)
            }
            let (acceptances, failure) = try await FireSchedules(store: store).fire(firings, now: scene.now)
            #expect(acceptances == [.accepted(first.trigger.id), nil, .accepted(third.trigger.id)])
            #expect(failure?.code == .constraint)
            #expect(try await store.dueSchedules(now: scene.now, limit: 9).map(\.entity) == [due[1].entity])
        }
    }
}

extension SenderLimit {
    fileprivate static let oneReminder = SenderLimit(
        id: "one-reminder",
        types: ["reminder"],
        scope: .actor,
        max: 1,
        per: .day,
        zone: .app,
        onExceed: .reject
    )
}
