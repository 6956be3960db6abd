import PealCore
import PealStore
import Testing

/// In which order due rows of several apps are taken.
extension StoreConformance {
    static var turns: [Case] {
        [
            Case("critical triggers come first, and apps take turns (S1)") { scene async throws in
                func accept(_ count: Int, of app: AppID, _ urgency: Priority) async throws {
                    for _ in 0..<count {
                        var submission = scene.submission()
                        submission.trigger.app = app
                        submission.urgency = urgency
                        try await scene.accept(submission)
                    }
                }
                func apps(_ limit: Int, after last: AppID? = nil) async throws -> [String] {
                    try await scene.store.dueTriggers(now: scene.now, limit: limit, after: last).map {
                        ($0.urgency == .critical ? "!" : "") + $0.trigger.app.rawValue
                    }
                }
                try await accept(20, of: "a", .high)
                try await accept(3, of: "b", .low)
                try await accept(1, of: "c", .normal)
                #expect(try await apps(6) == ["a", "b", "c", "a", "b"])
                #expect(try await apps(2) == ["a", "b"])
                #expect(try await apps(2, after: "b") == ["c", "a"])
                try await accept(9, of: "b", .critical)
                try await accept(1, of: "c", .critical)
                #expect(try await apps(1) == ["!b"])
                #expect(try await apps(8) == ["!b", "!c", "!b", "!b", "!b", "a", "b", "c"])
                try await accept(9, of: "c", .critical)
                #expect(try await apps(8) == ["!b", "!c", "!b", "!c", "!b", "!c", "a", "b"])
                let counts = try await scene.store.dueCounts(now: scene.now, limit: 11)
                #expect(counts == ["a": 11, "b": 11, "c": 11])
            },
            Case("what is running shares its app's part with what has not begun") { scene async throws in
                for user in ["a", "b", "c"] as [UserID] { try await scene.user(user) }
                func accept(_ count: Int, _ urgency: Priority = .normal) async throws -> [TriggerID] {
                    var ids: [TriggerID] = []
                    for _ in 0..<count {
                        var submission = scene.submission(.all)
                        submission.urgency = urgency
                        ids.append(try await scene.accept(submission))
                    }
                    return ids
                }
                let begun = try await accept(3)
                for pending in try await scene.store.dueTriggers(now: scene.now, limit: 3) {
                    let page = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 1)
                    try await scene.store.commit([
                        FanOutPage(
                            trigger: pending,
                            notifications: page.recipients.map { scene.notification($0.userID) },
                            cursor: "a",
                            isLast: false
                        )
                    ])
                }
                let fresh = try await accept(3)
                let high = try await accept(1, .high)
                let due = try await scene.store.dueTriggers(now: scene.now, limit: 5).map(\.trigger.id)
                #expect(due == [high[0], begun[0], fresh[0], begun[1], fresh[1]])
            },
            Case("held pushes, windows and firings of several apps come in turn (S1)") { scene async throws in
                try await scene.user("a")
                try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now)) }
                try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now)) }
                var elsewhere = scene.submission(.users(["a"]))
                elsewhere.trigger.app = "match"
                try await scene.user("a", app: "match")
                try await scene.accept(elsewhere)
                try await scene.fanOut { scene.notification($0.userID, push: .hold(until: scene.now)) }
                #expect(
                    try await scene.store.dueDecisions(now: scene.now, limit: 1, after: nil).appsWithDueHeld == [
                        "match", "reports",
                    ]
                )
                let held = try await scene.store.dueHeld(now: scene.now, limit: 2)
                #expect(held.map(\.trigger.trigger.app) == ["match", "reports"])
                let start = scene.now + .seconds(9)
                try await scene.store.spreadHeld(of: "reports", now: scene.now, from: start, perSecond: 1, limit: 9)
                #expect(
                    try await scene.store.dueDecisions(now: scene.now, limit: 1, after: nil).appsWithDueHeld == [
                        "match"
                    ]
                )
            },
            Case("the oldest due trigger is first") { scene async throws in
                let late = try await scene.accept(scene.submission(dueAt: scene.now))
                let early = try await scene.accept(scene.submission(dueAt: scene.now - .seconds(5)))
                let due = try await scene.store.dueTriggers(now: scene.now, limit: 5)
                #expect(due.map(\.trigger.id) == [early, late])
            },
        ]
    }
}
