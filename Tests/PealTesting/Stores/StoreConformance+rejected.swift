import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var rejected: [Case] {
        [
            Case("what a limit refuses and what is told twice is counted, with when and why (R154, R160)") {
                scene async throws in
                let limit = scene.dailyLimit()
                let first = scene.limited(limit, entity: "e0", parent: "org/o", claim: "c0")
                try await scene.accept(first)
                for (index, org) in ["o", "o", "p", "p"].enumerated() {
                    var submission = scene.limited(limit, entity: "e\(index + 1)", parent: "org/\(org)")
                    submission.trigger.acceptedAt = scene.now + .seconds(index)
                    try await scene.accept(submission)
                }
                for second in [5, 7] {
                    var again = scene.limited(limit, entity: "e0", parent: "org/o", claim: "c0")
                    again.trigger.acceptedAt = scene.now + .seconds(second)
                    try await scene.accept(again)
                }
                let end = CalendarWindow(containing: scene.now, unit: .day, in: .utc).end
                func refused(_ org: String, _ count: Int, _ first: Int, _ last: Int) -> RejectedRequests {
                    RejectedRequests(
                        cause: .limit(id: limit.id, scope: "org/\(org)", resetsAt: end),
                        type: "assigned",
                        count: count,
                        firstAt: scene.now + .seconds(first),
                        lastAt: scene.now + .seconds(last)
                    )
                }
                #expect(try await scene.turned(.refused) == [refused("p", 1, 3, 3), refused("o", 2, 0, 1)])
                let doubles = RejectedRequests(
                    cause: .duplicate(of: first.trigger.id),
                    type: "assigned",
                    count: 2,
                    firstAt: scene.now + .seconds(5),
                    lastAt: scene.now + .seconds(7)
                )
                #expect(try await scene.turned(.duplicate) == [doubles])
                #expect(try await scene.turned(.duplicate, triggers: [first.trigger.id]) == [doubles])
                #expect(try await scene.turned(.duplicate, triggers: [scene.id()]).isEmpty)
                #expect(try await scene.turned(.refused, since: scene.now + .seconds(2)) == [refused("p", 1, 3, 3)])
                #expect(try await scene.turned(.refused, type: "resolved").isEmpty)
                #expect(
                    try await scene.store.rejectedRequests(
                        app: "match",
                        filter: RejectedRequestFilter(.refused),
                        limit: 9
                    ).isEmpty
                )
            },
            Case("of what was rejected no more than a bound is remembered, the latest of each kind") {
                scene async throws in
                let limit = scene.dailyLimit()
                var first = scene.submission(claim: .init(key: "c", expiresAt: nil))
                first.limits = nil
                try await scene.accept(first)
                try await scene.accept(scene.submission(claim: .init(key: "c", expiresAt: nil)))
                for org in 0..<(RejectedRequests.remembered + 5) {
                    _ = try await scene.store.accept(
                        (0..<2).map { scene.limited(limit, entity: "e\(org)-\($0)", parent: "org/o\(org)") },
                        answer: nil
                    )
                }
                let kept = try await scene.turned(.refused, limit: RejectedRequests.remembered * 2)
                #expect(kept.count == RejectedRequests.remembered)
                let scopes = kept.compactMap { turned -> String? in
                    if case .limit(_, let scope, _) = turned.cause { scope } else { nil }
                }
                #expect(!scopes.contains("org/o4") && scopes.contains("org/o5"))
                #expect(try await scene.turned(.duplicate).count == 1, "the other kind keeps its own")
            },
            Case("what was rejected goes with the delivery log, and with the user a limit counted") {
                scene async throws in
                var limit = scene.dailyLimit()
                limit.scope = .actor
                for index in 0..<2 {
                    try await scene.accept(scene.limited(limit, entity: "e\(index)", parent: "org/o"))
                }
                #expect(try await scene.turned(.refused).map(\.count) == [1])
                try await scene.user("officer")
                _ = try await scene.store.eraseUser("officer", app: scene.app, now: scene.now)
                #expect(try await scene.turned(.refused).isEmpty)

                // What they had used is forgotten, too.
                try await scene.accept(scene.limited(limit, entity: "e2", parent: "org/o"))
                #expect(try await scene.turned(.refused).isEmpty)
                try await scene.accept(scene.limited(limit, entity: "e3", parent: "org/o"))
                for (offset, count) in [(0, 1), (1, 0)] {
                    try await scene.store.sweepRejections(of: scene.app, before: scene.now + .seconds(offset))
                    #expect(try await scene.turned(.refused).count == count)
                }
            },
        ]
    }
}

extension StoreScene {
    /// One trigger a day for each organisation.
    fileprivate func dailyLimit() -> SenderLimit {
        SenderLimit(
            id: "one-a-day",
            types: ["assigned"],
            scope: .org,
            max: 1,
            per: .day,
            zone: .app,
            onExceed: .reject
        )
    }

    fileprivate func turned(
        _ kind: RejectedRequestFilter.Kind,
        type: TypeID? = nil,
        triggers: [TriggerID] = [],
        since: Timestamp? = nil,
        limit: Int = 9
    ) async throws -> [RejectedRequests] {
        let filter = RejectedRequestFilter(kind, type: type, triggers: triggers, since: since)
        return try await store.rejectedRequests(app: app, filter: filter, limit: limit)
    }
}
