import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var why: [Case] {
        [
            Case("a trigger is read back with how far it has come") { scene async throws in
                let parent = EntityRef(type: "org", id: "o")
                try await scene.entity(scene.report, owner: "a", parent: parent)
                let id = try await scene.accept(scene.submission(.users(["a"])))
                let waiting = try #require(try await scene.store.acceptedTrigger(id, app: scene.app))
                #expect(waiting.pending.trigger.audience == .users(["a"]))
                #expect(waiting.pending.parent == parent)
                #expect(waiting.pending.sealedData == [1, 2, 3])
                #expect(!waiting.isFannedOut && waiting.cancelledAt == nil)
                try await scene.fanOut { scene.notification($0.userID) }
                #expect(try await scene.store.acceptedTrigger(id, app: scene.app)?.isFannedOut == true)
                let other = try await scene.accept(scene.submission(.users(["a"])))
                _ = try await scene.cancel(other)
                #expect(try await scene.store.acceptedTrigger(other, app: scene.app)?.cancelledAt == scene.now)
                #expect(try await scene.store.acceptedTrigger(id, app: "match") == nil)
            },
            Case("the newest triggers come newest first, of a type and since an instant") { scene async throws in
                var ids: [TriggerID] = []
                for (index, type) in (["assigned", "resolved", "assigned", "assigned"] as [TypeID]).enumerated() {
                    var submission = scene.submission(.users(["a"]), type: type)
                    submission.trigger.acceptedAt = scene.now + .seconds(index)
                    ids.append(try await scene.accept(submission))
                }
                func found(_ type: TypeID?, since: Int? = nil, limit: Int = 9) async throws -> [TriggerID] {
                    try await scene.store.acceptedTriggers(
                        app: scene.app,
                        type: type,
                        since: since.map { scene.now + .seconds($0) },
                        limit: limit
                    ).map(\.pending.trigger.id)
                }
                #expect(try await found(nil) == ids.reversed())
                #expect(try await found(nil, limit: 2) == [ids[3], ids[2]])
                #expect(try await found("assigned") == [ids[3], ids[2], ids[0]])
                #expect(try await found("assigned", since: 2) == [ids[3], ids[2]])
                #expect(try await found("assigned", limit: 1) == [ids[3]])
                #expect(try await found("gone").isEmpty)
                #expect(
                    try await scene.store.acceptedTriggers(app: "match", type: nil, since: nil, limit: 9).isEmpty
                )
            },
            Case("an erasure is remembered until the user is put again") { scene async throws in
                try await scene.user("a")
                #expect(try await scene.store.erased("a", app: scene.app) == nil)
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.store.erased("a", app: scene.app) == scene.now)
                #expect(try await scene.store.erased("a", app: "match") == nil)
                try await scene.user("a")
                #expect(try await scene.store.erased("a", app: scene.app) == nil)
            },
            Case("a decision says which digest it waits in, and with how many others") { scene async throws in
                let closesAt = scene.now + .seconds(60)
                for _ in 0..<3 {
                    _ = try await scene.store.ensureUser("a", app: scene.app, now: scene.now)
                    try await scene.accept(scene.submission(.users(["a"])))
                    try await scene.fanOut { recipient in
                        var new = scene.notification(recipient.userID, push: .digest(until: closesAt), thread: "t")
                        new.decision.digestWindow = DigestWindowKey(key: "digest:assigned:k", closesAt: closesAt)
                        return new
                    }
                }
                let found = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 9)
                ).items
                #expect(found.map(\.companions) == [2, 2, 2])
                #expect(
                    found.allSatisfy { $0.windowKey == "digest:assigned:k" && $0.thread == "t" && $0.priority == .high }
                )
                #expect(found.allSatisfy { $0.push == .digest(until: closesAt) })
            },
        ]
    }
}
