import PealCore
import PealSQL
import PealStore
import Testing

@testable import PealTesting

/// What entities' times ask for, and triggers that wait for users.
extension KeptScene {
    /// A time that fired, was withdrawn and fired again: the rows of its first trigger are to be retracted.
    func refired() async throws {
        let id = try await scene.fire("refired", to: ["retracted-held"])
        try await scene.fanOutFiring()
        try await scene.event("refired", startsAt: scene.start, status: "closed")
        let open = try #require(try await store.openWithdrawals(app: app, limit: 1).first)
        _ = try await scene.cancel(id)
        let withdrawn = try #require(FiringMove(from: .fired, on: .withdrawn(open.reason), at: open.at))
        try await scene.applyAll([.moveFiring(id, withdrawn), .moveWithdrawal(id, from: "", .end)])
        try await scene.event("refired", startsAt: scene.start, status: "open")
        try await scene.user("refired")
        _ = try await scene.refire("refired", to: ["refired"])
        try await scene.fanOutFiring()
    }

    /// One that waits, one that ended without a trigger, one that is to be withdrawn, and one that stays open.
    func firings() async throws {
        try await scene.event("planned", startsAt: after(86_400))
        try await scene.event("late", startsAt: after(1_800))
        let late = try #require(try await store.dueSchedules(now: now, limit: 9).first { $0.entity.id == "late" })
        _ = try await store.end(late, by: .skipped(.tooLate), now: now)

        try await scene.fire("moved", to: ["moved-held", "moved"])
        try await scene.fanOutFiring()
        try await scene.event("moved", startsAt: scene.start + .seconds(86_400))

        let open = try await scene.fireOpen("open", to: ["open", "joins"])
        try await scene.fanOutFiring()
        try await scene.applyAll([.admit(["joins"], to: open, at: after(3_000))])
        // Last: the scene's firings are of no version.
        try await scene.applyAll([.beginPlanning(1, from: nil), .endPlanning(1)])
    }

    /// A trigger that has come where it is eight o'clock, and waits for others.
    func localTimes() async throws {
        let users: [UserID] = ["east", "west"]
        for user in users { try await scene.user(user) }
        var submission = scene.submission(.users(users))
        submission.trigger.sendAtLocal = LocalDateTime(secondsSince1970: now.seconds)
        try await scene.accept(submission)
        while let pending = try await store.dueTriggers(now: now, limit: 1).first {
            let page = try await store.recipients(of: pending, ownedTypes: [], limit: 9)
            let ready = page.recipients.map(\.userID).filter { $0 == "east" }
            let isWaiting = page.recipients.contains { $0.userID == "west" }
            try await store.commit([
                FanOutPage(
                    trigger: pending,
                    notifications: ready.map { scene.notification($0) },
                    cursor: page.recipients.last?.userID,
                    isLast: page.isLast,
                    waiting: isWaiting ? ["west": after(7_200)] : [:],
                    gone: page.gone,
                    others: page.others
                )
            ])
        }
    }

    /// Cancels: one before its fan-out, which released a claim, one that is complete, and one with recipients left to
    /// look at.
    func cancels() async throws {
        let claim = TriggerSubmission.Claim(key: "released", expiresAt: after(86_400))
        let early = scene.submission(.users(["ann"]), dueAt: after(5_000), cancelKey: "early", claim: claim)
        _ = try await scene.cancel(try await scene.accept(early))
        _ = try await scene.cancel(try await hold("cancelled", cancelKey: "cancelled", until: after(600)))
        let id = try await hold("cancelling", cancelKey: "cancelling", until: after(600))
        let facts = try #require(try await store.cancelFacts(of: id, app: app))
        try await scene.applyAll(scene.beginning(facts))
    }

    /// Triggers for later with each kind of audience, and one whose fan-out is between two pages.
    func planned() async throws {
        var traced = scene.submission(.users(["ann"]), dueAt: after(5_000), cancelKey: "planned")
        traced.traceParent = TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        traced.trigger.digestUntil = after(5_600)
        try await scene.accept(traced)
        let members = MemberQuery(of: .parent, roles: ["host"], statuses: ["confirmed"], alsoMemberOf: .itself)
        for audience in [Audience.owner, .all, .members(members)] {
            let full = EntityRef(type: "event", id: "full")
            try await scene.accept(scene.submission(audience, entity: full, dueAt: after(5_000)))
        }
        var elsewhere = scene.submission(.users(["ann"]), dueAt: after(5_000))
        elsewhere.trigger.app = "match"
        try await scene.accept(elsewhere)

        for user in ["first", "second"] as [UserID] { try await scene.user(user) }
        let id = try await scene.accept(scene.submission(.users(["first", "second"])))
        let due = try await store.dueTriggers(now: now, limit: 9)
        let running = try #require(due.first { $0.trigger.id == id })
        let page = FanOutPage(
            trigger: running,
            notifications: [scene.notification("first")],
            cursor: "first",
            isLast: false
        )
        try await store.commit([page])
    }
}
