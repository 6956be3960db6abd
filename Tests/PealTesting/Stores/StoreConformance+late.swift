import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var late: [Case] {
        [
            Case("only a late delivery comes with what is stored of what it was decided from") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                let trigger = try await scene.notify(["a"])
                _ = try await scene.notify(["a"])
                let soon = try await scene.store.claim(now: scene.now + .seconds(10), limit: 1, epoch: 1)
                #expect(soon.map(\.late) == [nil])
                let late = try await scene.store.claim(now: scene.now + .milliseconds(10_001), limit: 1, epoch: 1)
                #expect(late.count == 1)
                #expect(late.allSatisfy { $0.late?.versions.facts != nil && $0.late?.versions.entity == nil })
                #expect(!late.contains { $0.late?.trigger == trigger })
            },
            Case("each change of what decisions read raises a version") { scene async throws in
                try await scene.entity(scene.report, owner: "a")
                try await scene.user("a")
                let device = try await scene.device("a")
                var last = try await scene.versions(of: "a")
                func isRaised(_ sourceLocation: SourceLocation = #_sourceLocation) async throws {
                    let next = try await scene.versions(of: "a")
                    #expect(next.facts != last.facts, sourceLocation: sourceLocation)
                    #expect(next.entity == last.entity, sourceLocation: sourceLocation)
                    last = next
                }
                #expect(try await scene.versions(of: "a") == last, "nothing has changed")
                try await scene.user("a", roles: ["admin"])
                try await isRaised()
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) { choices in
                    choices.global["push"] = .init(true, at: scene.now)
                }
                try await isRaised()
                let mute = Mute(id: scene.id(), scope: .category("other"), until: nil, createdAt: scene.now)
                _ = try await scene.store.put(mute, of: "a", app: scene.app)
                try await isRaised()
                _ = try await scene.store.deleteMute(mute.id, of: "a", app: scene.app)
                try await isRaised()
                let change = DeviceChange(
                    id: device.id,
                    userID: "a",
                    permission: .provisional,
                    capabilities: nil,
                    enabled: nil,
                    now: scene.now
                )
                _ = try await scene.store.change(change, app: scene.app)
                try await isRaised()
                let other = EntityRef(type: "org", id: "o1")
                try await scene.entity(other)
                try await scene.member("a", of: other, role: "admin")
                try await isRaised()
                _ = try await scene.store.deleteMember("a", of: other, app: scene.app)
                try await isRaised()
                try await scene.member("a", of: other)
                try await isRaised()
                _ = try await scene.store.deleteEntity(other, app: scene.app, now: scene.now)
                try await isRaised()
                try await scene.entity(other, owner: "a", status: "open")
                try await isRaised()
                try await scene.entity(other, owner: "a", status: "closed")
                try await isRaised()
                try await scene.entity(other, owner: "b", status: "closed")
                try await isRaised()
                try await scene.entity(scene.report, owner: "a", parent: other)
                #expect(try await scene.versions(of: "a").entity != last.entity)
                _ = try await scene.store.deleteEntity(scene.report, app: scene.app, now: scene.now)
                #expect(try await scene.versions(of: "a").entity == nil)
            },
            Case("an entity that is put again after it was deleted has a version that it never had") {
                scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                let other = EntityRef(type: "report", id: "r2")
                var known: Set<Int?> = []
                for round in 0..<3 {
                    for status in ["open", "closed", "open"].prefix(3 - round) {
                        try await scene.entity(scene.report, owner: "a", status: status)
                        let version = try await scene.versions(of: "a").entity
                        #expect(version != nil && known.insert(version).inserted, "\(String(describing: version))")
                    }
                    // Another entity that is deleted lowers nothing.
                    try await scene.entity(other)
                    _ = try await scene.store.deleteEntity(scene.report, app: scene.app, now: scene.now)
                    _ = try await scene.store.deleteEntity(other, app: scene.app, now: scene.now)
                }
                let patch = EntityPatch(ref: scene.report, ownerID: "a", status: "open")
                try await scene.accept(scene.submission(entities: [patch]))
                #expect(known.insert(try await scene.versions(of: "a").entity).inserted)
            },
            Case("what is written as it was raises no version") { scene async throws in
                try await scene.user("a", roles: ["admin"])
                try await scene.device("a")
                let org = EntityRef(type: "org", id: "o1")
                try await scene.entity(org)
                try await scene.member("a", of: org, role: "admin")
                try await scene.entity(scene.report, owner: "a", parent: org, status: "open")
                let before = try await scene.versions(of: "a")
                try await scene.user("a", roles: ["admin"])
                try await scene.device("a")
                try await scene.member("a", of: org, role: "admin")
                try await scene.entity(scene.report, owner: "a", parent: org, status: "open")
                let patch = EntityPatch(ref: scene.report, ownerID: "a", status: "open")
                try await scene.accept(scene.submission(entities: [patch]))
                #expect(try await scene.versions(of: "a") == before)
            },
            Case("a late delivery waits or ends under the epoch that leased it, and no retry is used up") {
                scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                let until = scene.now + .seconds(60)
                func wait(_ epoch: Int) async throws -> [Bool] {
                    let late = ReevaluatedDelivery(epoch: epoch, until: until)
                    let group = ChangeGroup(app: scene.app, [.delivery(.reevaluate(claimed.id, late))])
                    return try await scene.store.apply([group]).map(\.isApplied)
                }
                #expect(try await wait(2) == [false])
                #expect(try await wait(1) == [true])
                #expect(try await wait(1) == [false], "it is not leased any more")
                #expect(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).isEmpty)
                let again = try #require(try await scene.store.claim(now: until, limit: 1, epoch: 1).first)
                #expect((again.spent.retries, again.spent.resends) == (0, 0))
            },
            Case("what a delivery was decided from is its own, until its push is asked about as a whole") {
                scene async throws in
                try await scene.user("a")
                for token in ["phone", "tablet"] { try await scene.device("a", token: token) }
                _ = try await scene.notify(["a"])
                let claimed = try await scene.store.claim(now: scene.now, limit: 2, epoch: 1)
                #expect(claimed.map(\.stamp) == [DecisionStamp(), DecisionStamp()])
                let (first, other) = (try #require(claimed.first), try #require(claimed.last))
                let stamp = DecisionStamp(.init(facts: 7, entity: 3), validUntil: scene.now + .seconds(9))
                let basis = DecisionBasis(stamp: stamp, policy: 9)
                try await scene.applyAll([
                    .delivery(.reevaluate(first.id, ReevaluatedDelivery(epoch: 1, until: scene.now, basis: basis))),
                    .delivery(.reevaluate(other.id, ReevaluatedDelivery(epoch: 1, until: scene.now))),
                ])
                func again() async throws -> [DeliveryID: ClaimedDelivery] {
                    let again = try await scene.store.claim(now: scene.now, limit: 2, epoch: 1)
                    return Dictionary(uniqueKeysWithValues: again.map { ($0.id, $0) })
                }
                let asked = try await again()
                #expect(asked[first.id]?.stamp == stamp)
                #expect(asked[first.id]?.policyVersion == 9)
                #expect(asked[other.id]?.stamp == DecisionStamp())
                #expect(asked[other.id]?.policyVersion == other.policyVersion, "it was asked about by no other catalog")
                // Put off without a decision, it keeps what it was decided from.
                try await scene.applyAll(
                    asked.keys.map { .delivery(.reevaluate($0, ReevaluatedDelivery(epoch: 1, until: scene.now))) }
                )
                #expect(try await again()[first.id]?.stamp == stamp)
            },
            Case("which of some users are still in an audience") { scene async throws in
                let org = EntityRef(type: "org", id: "o1")
                try await scene.entity(org)
                for user in ["a", "b", "c"] as [UserID] { try await scene.member(user, of: org) }
                let members = try await scene.accept(scene.submission(.members(MemberQuery(of: .itself)), entity: org))
                let named = try await scene.accept(scene.submission(.users(["a", "d"])))
                let asked: [TriggerID: Set<UserID>] = [
                    members: ["a", "b", "d"], named: ["a", "b"], scene.id(): ["a"],
                ]
                _ = try await scene.store.deleteMember("b", of: org, app: scene.app)
                let found = try await scene.store.audiences(of: asked, app: scene.app)
                #expect(found.mapValues(\.recipients) == [members: ["a"], named: ["a"]])
                #expect(found[members]?.trigger.entityVersion != nil)
                #expect(found[members]?.status(of: "b", since: DecisionStamp()) == .left)
                _ = try await scene.store.deleteEntity(org, app: scene.app, now: scene.now)
                let gone = try await scene.store.audiences(of: asked, app: scene.app)[members]
                #expect(gone?.trigger.entityVersion == nil)
                let stamp = DecisionStamp(.init(facts: 1, entity: 1))
                #expect(gone?.status(of: "a", since: stamp) == .entityDeleted)
            },
        ]
    }
}

extension StoreScene {
    /// What is stored of what a late push to a user would be compared with.
    fileprivate func versions(of user: UserID) async throws -> DecisionStamp.Versions {
        _ = try await notify([user])
        let claimed = try await store.claim(now: now + .seconds(11), limit: 99, epoch: 1)
        return try #require(claimed.last?.late).versions
    }
}
