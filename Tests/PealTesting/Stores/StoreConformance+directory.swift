import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var directory: [Case] {
        [
            Case("a user is put, replaced and read back") { scene async throws in
                var user = User(
                    id: "a",
                    locale: "en",
                    timeZone: "Europe/Berlin",
                    roles: ["staff"],
                    sealedDetails: [0, 1, 255],
                    createdAt: scene.now,
                    updatedAt: scene.now
                )
                #expect(try await scene.store.putUser(user, app: scene.app) == (user, true))
                user.sealedDetails = []
                user.createdAt = scene.now + .seconds(5)
                user.updatedAt = scene.now + .seconds(5)
                let replaced = try await scene.store.putUser(user, app: scene.app)
                #expect(!replaced.created)
                #expect(replaced.user.createdAt == scene.now)
                #expect(replaced.user.sealedDetails.isEmpty)
                #expect(try await scene.store.user("a", app: scene.app) == replaced.user)
                #expect(try await scene.store.user("a", app: "match") == nil)
            },
            Case("a first call makes the user and changes no known one") { scene async throws in
                #expect(try await scene.store.ensureUser("a", app: scene.app, now: scene.now))
                #expect(try await scene.store.user("a", app: scene.app)?.createdAt == scene.now)
                try await scene.user("b", roles: ["staff"])
                #expect(try await scene.store.ensureUser("b", app: scene.app, now: scene.now + .seconds(9)))
                #expect(try await scene.store.user("b", app: scene.app)?.roles == ["staff"])
            },
            Case("the instant of a revocation is kept until it is put otherwise, and no decision reads it") {
                scene async throws in
                var user = try await scene.user("a")
                #expect(try await scene.store.admission(of: "a", app: scene.app, now: scene.now) == UserAdmission())
                user.tokensRevokedAt = scene.now
                #expect(try await scene.store.putUser(user, app: scene.app).user.tokensRevokedAt == nil)
                let before = try await scene.store.user("a", app: scene.app)
                let group = ChangeGroup(app: scene.app, [.putUser(user, from: before)])
                #expect(try await scene.store.apply([group]).allSatisfy(\.isApplied))
                let revoked = UserAdmission(tokensRevokedAt: scene.now)
                #expect(try await scene.store.admission(of: "a", app: scene.app, now: scene.now) == revoked)
                #expect(try await scene.store.user("a", app: scene.app) == user)
                let put = User(id: "a", roles: ["staff"], createdAt: scene.now, updatedAt: scene.now)
                _ = try await scene.store.putUser(put, app: scene.app)
                #expect(try await scene.store.admission(of: "a", app: scene.app, now: scene.now) == revoked)
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                let erased = UserAdmission(isErased: true)
                #expect(try await scene.store.admission(of: "a", app: scene.app, now: scene.now) == erased)
            },
            Case("tokens from before an erasure are refused to whoever is put again, until none can be that old") {
                scene async throws in
                func bar(_ user: UserID) async throws -> Timestamp? {
                    try await scene.store.admission(of: user, app: scene.app, now: scene.now).tokensRevokedAt
                }
                for user in ["a", "b", "c"] as [UserID] { try await scene.user(user) }
                for (user, second) in [("a", 10), ("b", 20)] as [(UserID, Int64)] {
                    let at = scene.now + .seconds(second)
                    _ = try await scene.store.eraseUser(user, app: scene.app, now: at)
                }
                try await scene.user("a")
                #expect(try await bar("a") == scene.now + .seconds(10))
                #expect(try await bar("c") == nil)
                #expect(try await scene.store.erased("a", app: scene.app) == nil)
                #expect(try await scene.store.erased("b", app: scene.app) == scene.now + .seconds(20))
                // Changed again, and revoked since: the later instant counts.
                let before = try #require(try await scene.store.user("a", app: scene.app))
                var revoked = before
                revoked.tokensRevokedAt = scene.now + .seconds(30)
                let group = ChangeGroup(app: scene.app, [.putUser(revoked, from: before)])
                #expect(try await scene.store.apply([group]).allSatisfy(\.isApplied))
                #expect(try await bar("a") == scene.now + .seconds(30))
                // Erased a second time, and put again: the second erasure counts.
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now + .seconds(40))
                #expect(try await scene.store.admission(of: "a", app: scene.app, now: scene.now).isErased)
                try await scene.user("a")
                #expect(try await bar("a") == scene.now + .seconds(40))
                try await scene.store.forgetErasures(before: scene.now + .seconds(40))
                #expect(try await bar("a") == scene.now + .seconds(40))
                try await scene.store.forgetErasures(before: scene.now + .seconds(41))
                #expect(try await bar("a") == nil)
                #expect(try await scene.store.admission(of: "b", app: scene.app, now: scene.now).isErased)
            },
            Case("a call that began before an erasure stores nothing of the user after it") { scene async throws in
                try await scene.user("a")
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                let cursor = try await scene.store.endOfEvents()
                let mute = Mute(id: scene.id(), scope: .all, until: nil, createdAt: scene.now)
                await #expect { try await scene.device("a") } throws: { ($0 as? StoreError)?.code == .erased }
                await #expect {
                    _ = try await scene.store.put(mute, of: "a", app: scene.app)
                } throws: { ($0 as? StoreError)?.code == .erased }
                await #expect {
                    _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) { choices in
                        choices.global["push"] = .init(false, at: scene.now)
                    }
                } throws: { ($0 as? StoreError)?.code == .erased }
                #expect(try await scene.events(after: cursor).isEmpty)
                try await scene.user("a")
                try await scene.device("a")
                #expect(try await scene.store.devices(of: "a", app: scene.app).count == 1)
            },
            Case("what a user owns is listed for their export, and is nobody's after their erasure") {
                scene async throws in
                let refs = ["r1", "r2", "r3"].map { EntityRef(type: "report", id: $0) }
                for ref in refs { try await scene.entity(ref, owner: "a") }
                try await scene.entity(EntityRef(type: "report", id: "r9"), owner: "b")
                try await scene.user("a")
                #expect(try await scene.store.owned(by: "a", app: scene.app, limit: 9) == refs)
                #expect(try await scene.store.owned(by: "a", app: scene.app, limit: 2).count == 2)
                #expect(try await scene.store.owned(by: "a", app: "match", limit: 9).isEmpty)
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(try await scene.store.owned(by: "a", app: scene.app, limit: 9).isEmpty)
                #expect(try await scene.store.entity(refs[0], app: scene.app)?.ownerID == nil)
            },
            Case("an erasure removes everything held, and lasts until the user is put again") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                try await scene.entity(scene.report, owner: "a")
                try await scene.member("a", of: scene.report)
                _ = try await scene.store.put(
                    Mute(id: scene.id(), scope: .all, until: nil, createdAt: scene.now),
                    of: "a",
                    app: scene.app
                )
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.global["push"] = .init(false, at: scene.now)
                }
                let trigger = try await scene.notify(["a", "b"])
                let report = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                #expect(
                    report == ErasureReport(devices: 1, notifications: 1, memberships: 1, mutes: 1, preferences: true)
                )
                #expect(try await scene.store.user("a", app: scene.app) == nil)
                #expect(try await scene.store.devices(of: "a", app: scene.app).isEmpty)
                #expect(try await scene.inbox("a").isEmpty)
                #expect(try await scene.store.counts(of: "a", app: scene.app).unread == 0)
                #expect(try await scene.store.claim(now: scene.now, limit: 9, epoch: 1).isEmpty)
                #expect(try await scene.store.trigger(trigger, app: scene.app)?.recipients == 1)
                #expect(try await scene.store.entity(scene.report, app: scene.app)?.ownerID == nil)
                #expect(try await !scene.store.ensureUser("a", app: scene.app, now: scene.now))
                #expect(try await scene.store.eraseUser("a", app: scene.app, now: scene.now) == nil)
                #expect(try await scene.store.eraseUser("b", app: "match", now: scene.now) == nil)
                #expect(
                    try await scene.store.putUser(
                        User(id: "a", createdAt: scene.now, updatedAt: scene.now),
                        app: scene.app
                    ).created
                )
                #expect(try await scene.store.ensureUser("a", app: scene.app, now: scene.now))
            },
            Case("an entity is replaced whole and takes its members with it") { scene async throws in
                let ref = EntityRef(type: "event", id: "e/1")
                let entity = Entity(
                    ref: ref,
                    parent: scene.report,
                    ownerID: "a",
                    status: "open",
                    timeZone: "Europe/Berlin",
                    times: ["startsAt": scene.now],
                    attributes: ["seats": .number(1.5)],
                    updatedAt: scene.now
                )
                #expect(try await scene.store.putEntity(entity, app: scene.app) == (entity, true))
                #expect(try await scene.store.entity(ref, app: scene.app) == entity)
                #expect(try await scene.store.entity(ref, app: "match") == nil)
                let bare = Entity(ref: ref, updatedAt: scene.now)
                #expect(try await scene.store.putEntity(bare, app: scene.app) == (bare, false))
                #expect(try await scene.store.entity(ref, app: scene.app) == bare)
                try await scene.member("a", of: ref)
                #expect(try await scene.store.deleteEntity(ref, app: scene.app, now: scene.now))
                #expect(try await !scene.store.deleteEntity(ref, app: scene.app, now: scene.now))
                #expect(try await scene.store.memberships(of: "a", app: scene.app, limit: 9).isEmpty)
            },
            Case("members are put, replaced, paged and deleted") { scene async throws in
                let stray = Member(entity: scene.report, userID: "a", updatedAt: scene.now)
                #expect(try await scene.store.putMember(stray, app: scene.app) == nil)
                #expect(
                    try await scene.store.members(of: scene.report, app: scene.app, page: PageRequest(limit: 1)) == nil
                )
                try await scene.entity(scene.report)
                for user in ["c", "a", "b"] as [UserID] {
                    try await scene.member(user, of: scene.report, role: "rider")
                }
                let host = Member(
                    entity: scene.report,
                    userID: "a",
                    role: "host",
                    status: "confirmed",
                    attributes: ["seat": .string("1a")],
                    updatedAt: scene.now
                )
                let replaced = try #require(try await scene.store.putMember(host, app: scene.app))
                #expect(!replaced.created)
                #expect(try await scene.store.memberships(of: "a", app: scene.app, limit: 9) == [host])
                func page(_ after: String?) async throws -> Page<Member> {
                    let request = PageRequest(limit: 2, after: after)
                    return try #require(try await scene.store.members(of: scene.report, app: scene.app, page: request))
                }
                let first = try await page(nil)
                #expect(first.items.map(\.userID) == ["a", "b"])
                let rest = try await page(first.next)
                #expect(rest.items.map(\.userID) == ["c"])
                #expect(rest.next == nil)
                #expect(try await scene.store.deleteMember("b", of: scene.report, app: scene.app))
                #expect(try await !scene.store.deleteMember("b", of: scene.report, app: scene.app))
            },
        ]
    }
}
