import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    static var platform: [Case] {
        [
            Case("a secret key is known by its hash until it is revoked") { scene async throws in
                let key = SecretKeyRecord(
                    id: scene.id(),
                    app: scene.app,
                    hash: Array(repeating: 7, count: 32),
                    scopes: ["triggers", "users"],
                    name: "ci",
                    createdAt: scene.now
                )
                try await scene.store.add(key)
                #expect(try await scene.store.secretKeys() == [key])
                var copy = key
                copy.id = scene.id()
                await #expect(throws: StoreError.self) { try await scene.store.add(copy) }
                #expect(try await !scene.store.revoke(key.id, app: "match", now: scene.now))
                #expect(try await scene.store.revoke(key.id, app: scene.app, now: scene.now))
                #expect(try await !scene.store.revoke(key.id, app: scene.app, now: scene.now))
                #expect(try await scene.store.secretKeys().isEmpty)
            },
            Case("a secret key keeps its expiry and its last use") { scene async throws in
                var key = SecretKeyRecord(
                    id: scene.id(),
                    app: scene.app,
                    hash: Array(repeating: 7, count: 32),
                    scopes: ["triggers:read"],
                    name: "ci",
                    createdAt: scene.now,
                    expiresAt: scene.now + .seconds(3600)
                )
                try await scene.store.add(key)
                #expect(try await scene.store.secretKeys() == [key])
                for (seconds, kept) in [(60, 60), (30, 60), (90, 90)] {
                    let use = SecretKeyUse(app: scene.app, id: key.id, at: scene.now + .seconds(seconds))
                    let foreign = SecretKeyUse(app: "match", id: key.id, at: scene.now + .seconds(999))
                    try await scene.store.noteUses([use, foreign])
                    key.lastUsedAt = scene.now + .seconds(kept)
                    #expect(try await scene.store.secretKeys() == [key])
                }
            },
            Case("the first data key of a version stays") { scene async throws in
                func key(_ byte: UInt8, version: Int) -> DataKeyRecord {
                    DataKeyRecord(app: scene.app, version: version, wrapped: [byte], createdAt: scene.now)
                }
                #expect(try await scene.store.addIfAbsent(key(1, version: 1)) == key(1, version: 1))
                #expect(try await scene.store.addIfAbsent(key(2, version: 1)) == key(1, version: 1))
                #expect(try await scene.store.addIfAbsent(key(3, version: 2)) == key(3, version: 2))
                #expect(try await scene.store.dataKeys() == [key(1, version: 1), key(3, version: 2)])
            },
            Case("a catalog is published when its file has changed") { scene async throws in
                func publish(_ hash: UInt8, _ yaml: String) async throws -> Int {
                    let app = scene.app
                    return try await scene.store.publish(app: app, fileHash: [hash], yaml: yaml, now: scene.now)
                        .record.version
                }
                #expect(try await publish(1, "one") == 1)
                #expect(try await publish(1, "one") == 1)
                #expect(try await publish(2, "two") == 2)
                #expect(try await publish(1, "one") == 3)
                #expect(try await scene.store.catalogs(app: scene.app).map(\.yaml) == ["one", "two", "one"])
                #expect(try await scene.store.catalogs(app: "match").isEmpty)
            },
            Case("a version of a catalog is planned from the versions that there are") { scene async throws in
                let first = try await scene.store.catalogFacts(of: scene.app, asking: nil)
                let plans = [1, 2].map { hash in
                    first.publishing(file: "\(hash)", hash: [UInt8(hash)], at: scene.now)
                }
                #expect(try await scene.apply(plans[0].changes).isApplied)
                #expect(try await scene.apply(plans[1].changes) == .failed([0]))
                let draft = CatalogText(yaml: "draft", author: "ci", isDraft: true)
                let before = try await scene.store.catalogFacts(of: scene.app, asking: nil)
                let drafting = before.keeping(draft, at: scene.now)
                #expect(try await scene.apply(drafting.changes).isApplied)
                #expect(try await scene.apply(drafting.changes) == .failed([0]))
                let facts = try await scene.store.catalogFacts(of: scene.app, asking: 2)
                #expect(facts.inForce?.version == 1 && facts.text == "1" && facts.newest == 2 && facts.fileHash == [1])
                #expect(facts.drafts == [2] && facts.asked.map(CatalogKeeping.kept) == drafting.keeping)
                #expect(try await scene.store.catalogFacts(of: "match", asking: 2).newest == 0)
            },
            Case("an answer about a user is deleted with them, and never stored for one who is not there") {
                scene async throws in
                let (ann, ben): (UserID, UserID) = ("ann", "ben")
                for user in [ann, ben] { try await scene.user(user) }
                func key(_ name: String) -> IdempotencyKey {
                    IdempotencyKey(app: scene.app, operation: "POST", key: name)
                }
                func answer(_ user: UserID?) -> StoredAnswer {
                    StoredAnswer(requestHash: [1], status: 200, body: [2], user: user)
                }
                for (name, user) in [("a", ann), ("b", ben), ("none", nil), ("c", "nobody")] {
                    try await scene.store.store(answer(user), under: key(name), now: scene.now)
                }
                #expect(try await scene.store.answer(key("a"), now: scene.now) == answer(ann))
                #expect(try await scene.store.answer(key("c"), now: scene.now) == nil)
                _ = try await scene.store.eraseUser(ann, app: scene.app, now: scene.now)
                try await scene.store.store(answer(ann), under: key("late"), now: scene.now)
                #expect(try await scene.store.answer(key("a"), now: scene.now) == nil)
                #expect(try await scene.store.answer(key("late"), now: scene.now) == nil)
                #expect(try await scene.store.answer(key("b"), now: scene.now) == answer(ben))
                #expect(try await scene.store.answer(key("none"), now: scene.now) == answer(nil))
            },
            Case("expired answers and claims are swept in steps") { scene async throws in
                let day = Duration.seconds(86_400)
                for number in 0..<3 {
                    try await scene.store.store(
                        StoredAnswer(requestHash: [], status: 200, body: []),
                        under: IdempotencyKey(app: scene.app, operation: "o", key: "\(number)"),
                        now: scene.now
                    )
                    try await scene.accept(scene.submission(claim: .init(key: "\(number)", expiresAt: scene.now + day)))
                }
                try await scene.accept(scene.submission(claim: .init(key: "for ever", expiresAt: nil)))
                #expect(try await scene.store.sweepExpired(now: scene.now, limit: 9) == 0)
                #expect(try await scene.store.sweepExpired(now: scene.now + day, limit: 4) == 4)
                #expect(try await scene.store.sweepExpired(now: scene.now + day, limit: 4) == 2)
                #expect(try await scene.store.sweepExpired(now: scene.now + day, limit: 4) == 0)
                let again = scene.submission(claim: .init(key: "for ever", expiresAt: nil))
                #expect(try await scene.store.accept([again], answer: nil) != [.accepted(again.trigger.id)])
            },
        ]
    }
}
