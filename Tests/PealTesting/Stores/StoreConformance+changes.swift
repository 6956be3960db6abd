import PealCore
import PealStore
import Testing

/// Changes with their guards, and the facts that cancels are planned from.
extension StoreConformance {
    static var changes: [Case] {
        [
            Case("a group whose guard fails leaves nothing behind, and its neighbours are written") {
                scene async throws in
                let ids = [try await held("a", scene), try await held("b", scene), try await held("c", scene)]
                let facts = try await ids.asyncMap {
                    try #require(try await scene.store.cancelFacts(of: $0, app: scene.app))
                }
                var groups = facts.map { ChangeGroup(app: scene.app, scene.beginning($0)) }
                groups[1].changes.append(
                    .countCancelled(ids[1], CancelCount(from: "x", to: nil, cancelled: 1, tooLate: 0))
                )
                let results = try await scene.store.apply(groups)
                #expect(results == [.applied([.undecided(0)]), .failed([1]), .applied([.undecided(0)])])
                for (id, isCancelled) in zip(ids, [true, false, true]) {
                    #expect(try await scene.store.cancelFacts(of: id, app: scene.app)?.isCancelled == isCancelled)
                }
            },
            Case("groups that belong together are written all or none, in whichever app a guard fails") {
                scene async throws in
                let other: AppID = "nhs"
                let (mine, theirs) = (scene.key(scene.app, 1), scene.key(other, 1))
                func adding(_ key: DataKeyRecord, expecting keys: [DataKeyRecord]) -> ChangeGroup {
                    ChangeGroup(app: key.app, [.key(.expectDataKeys(keys)), .key(.addDataKey(key))])
                }
                let outdated = adding(theirs, expecting: [theirs])
                #expect(try await !scene.store.applyTogether([adding(mine, expecting: []), outdated]))
                #expect(try await scene.store.dataKeys().isEmpty)
                let both = [adding(mine, expecting: []), adding(theirs, expecting: [])]
                #expect(try await scene.store.applyTogether(both))
                #expect(Set(try await scene.store.dataKeys().map(\.app)) == [scene.app, other])
                #expect(try await !scene.store.applyTogether(both))
            },
            Case("a group learns what is known of an audience before its own changes") { scene async throws in
                try await scene.user("ann")
                let entity = EntityRef(type: "event", id: "e1")
                let question = AudienceQuestion(.owner, entity: entity)
                let patch = EntityPatch(ref: entity, ownerID: "ann")
                let asked: [Change] = [.ask(question), .patchEntity(patch, at: scene.now), .ask(question)]
                let (before, after) = (
                    AudienceReach(source: entity, isStored: false), AudienceReach(source: entity, reachesUser: true)
                )
                #expect(try await scene.apply(asked) == .applied([.reach(question, before), .reach(question, after)]))
            },
            Case("the groups of one call see each other in order") { scene async throws in
                let id = try await held("a", scene)
                let facts = try #require(try await scene.store.cancelFacts(of: id, app: scene.app))
                let recipients = try await scene.store.pushes(of: id, app: scene.app, after: "", limit: 9)
                let begin = ChangeGroup(app: scene.app, scene.beginning(facts))
                let stop = ChangeGroup(app: scene.app, scene.stopping(recipients, of: id, from: ""))
                let results = try await scene.store.apply([stop, begin, begin, stop, stop])
                #expect(results.map(\.isApplied) == [false, true, false, true, false])
                let report = try await scene.store.cancelFacts(of: id, app: scene.app)?.report
                #expect(report == CancelReport(cancelled: 1, tooLate: 0, phase: .after))
            },
            Case("a cancel is not marked in another phase, and counts the undecided recipients when it is") {
                scene async throws in
                for user: UserID in ["a", "b", "c"] { try await scene.user(user) }
                let id = try await scene.accept(scene.submission(.users(["a", "b", "c"])))
                let early = try #require(try await scene.store.cancelFacts(of: id, app: scene.app))
                #expect(early.report.phase == .beforeFanOut)
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let page = FanOutPage(
                    trigger: pending,
                    notifications: [scene.notification("a")],
                    cursor: "a",
                    isLast: false
                )
                try await scene.store.commit([page])
                let outdated = try await scene.store.apply([ChangeGroup(app: scene.app, scene.beginning(early))])
                #expect(outdated == [.failed([0])])
                let facts = try #require(try await scene.store.cancelFacts(of: id, app: scene.app))
                #expect(facts.report.phase == .during && !facts.isCancelled)
                let results = try await scene.store.apply([ChangeGroup(app: scene.app, scene.beginning(facts))])
                #expect(results == [.applied([.undecided(2)])])
                #expect(try await scene.store.backlog() == 0)
                #expect(try await scene.store.openCancel()?.trigger == id)
            },
            Case("a push that was leased after it was read is not stopped as one that waits") { scene async throws in
                try await scene.device("a")
                let id = try await scene.notify(["a"])
                let facts = try #require(try await scene.store.cancelFacts(of: id, app: scene.app))
                try await scene.applyAll(scene.beginning(facts))
                let read = try await scene.store.pushes(of: id, app: scene.app, after: "", limit: 9)
                #expect(read.map(\.progress) == [.waiting])
                let leased = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                let stop = ChangeGroup(app: scene.app, scene.stopping(read, of: id, from: ""))
                #expect(try await scene.store.apply([stop]) == [.failed([1])])
                let again = try await scene.store.pushes(of: id, app: scene.app, after: "", limit: 9)
                #expect(again.map(\.progress) == [.handedOut])
                // What waits again after an answer that was lost is another fact than what waited before.
                let retry = DeliveryMachine.Next.retry(at: scene.now, counted: true)
                try await scene.store.record([
                    scene.result(try #require(leased.first), retry, epoch: 1, outcome: "unknown")
                ])
                #expect(try await scene.store.apply([stop]) == [.failed([1])])
            },
            Case("each change to a push fails where it does not find what it expects") { scene async throws in
                try await scene.device("a")
                let id = try await scene.notify(["a"])
                let push = try #require(
                    try await scene.store.pushes(of: id, app: scene.app, after: "", limit: 9).first
                ).own
                #expect(push.state == .sending && push.deliveries == [DeliveryFacts(state: .pending)])
                let wrong: [PushChange] = [
                    .cancelDeliveries(push.id, count: 2, .cancelled), .deleteDeliveries(push.id, count: 0),
                    .end(push.id, from: .held, to: .suppressed, .cancelled, Trace()),
                    .returnToDigest(push.id, until: scene.now, Trace()),
                    .reopenDigest(push.id, from: .digested, until: scene.now, Trace()),
                ]
                let results = try await scene.store.apply(
                    wrong.map { ChangeGroup(app: scene.app, [.push($0, of: "a")]) }
                )
                #expect(results == wrong.map { _ in .failed([0]) })
                let after = try await scene.store.pushes(of: id, app: scene.app, after: "", limit: 9)
                #expect(after.map(\.own) == [push])
            },
            Case("triggers of a cancel key are found by identifier, of one app") { scene async throws in
                var ids: [TriggerID] = []
                for _ in 0..<3 {
                    ids.append(try await scene.accept(scene.submission(.users(["a"]), cancelKey: "k")))
                }
                try await scene.accept(scene.submission(.users(["a"]), cancelKey: "other"))
                #expect(try await scene.store.newestTrigger(withCancelKey: "k", app: scene.app) == ids[2])
                #expect(try await scene.store.newestTrigger(withCancelKey: "k", app: "match") == nil)
                func page(after last: TriggerID?, upTo newest: TriggerID) async throws -> [TriggerID] {
                    try await scene.store.triggers(
                        withCancelKey: "k",
                        app: scene.app,
                        after: last,
                        upTo: newest,
                        limit: 2
                    )
                }
                #expect(try await page(after: nil, upTo: ids[2]) == [ids[0], ids[1]])
                #expect(try await page(after: ids[1], upTo: ids[2]) == [ids[2]])
                #expect(try await page(after: ids[0], upTo: ids[1]) == [ids[1]])
            },
            Case("a trigger is moved or resumed only where it stands as it was read") { scene async throws in
                let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)
                let due = scene.now + .seconds(60)
                let id = try await scene.accept(scene.submission(.users(["a"]), dueAt: due, claim: claim))
                let time = TriggerTime(dueAt: due + .seconds(60), digestUntil: due + .seconds(90))
                func apply(_ changes: [Change]) async throws -> GroupResult? {
                    try await scene.store.apply([ChangeGroup(app: scene.app, changes)]).first
                }
                #expect(try await apply([.moveTrigger(id, from: scene.now, to: time)]) == .failed([0]))
                #expect(try await apply([.resumeTrigger(id, at: time)]) == .failed([0]))
                #expect(try await apply([.moveTrigger(id, from: due, to: time)])?.isApplied == true)
                #expect(try await scene.store.trigger(id, app: scene.app)?.dueAt == time.dueAt)
                _ = try await scene.cancel(id)
                #expect(try await apply([.moveTrigger(id, from: time.dueAt, to: time)]) == .failed([0]))
                let facts = try #require(try await scene.store.moveFacts(of: id, app: scene.app, now: scene.now))
                #expect(facts.state == .cancelled(.waiting) && facts.claim?.holder == nil)
                let held = try #require(facts.claimToRetake(now: scene.now))
                let other = try await scene.accept(scene.submission(.users(["a"]), claim: claim))
                let resume = [Change.resumeTrigger(id, at: time), .takeClaim(id, held, at: scene.now)]
                #expect(try await apply(resume) == .failed([1]))
                #expect(try await scene.store.backlog() == 1)
                _ = try await scene.cancel(other)
                #expect(try await apply(resume)?.isApplied == true)
                #expect(try await scene.store.backlog() == 1)
                let again = scene.submission(.users(["a"]), claim: claim)
                #expect(try await scene.store.accept([again], answer: nil) == [.duplicate(of: id)])
            },
            Case("quota is reserved only as long as its windows have some left") {
                scene async throws in
                let limit = SenderLimit(
                    id: "places",
                    types: ["assigned"],
                    scope: .org,
                    max: 2,
                    per: .day,
                    zone: .org,
                    onExceed: .reject
                )
                let first = scene.limited(limit, entity: "a", parent: "org/o")
                let second = scene.limited(limit, entity: "b", parent: "org/o")
                _ = try await scene.store.accept([first, second], answer: nil)
                let trigger = first.trigger
                let organisation = Organisation.Facts(parent: EntityRef("org/o"), timeZone: nil)
                let windows = QuotaWindows(limit: limit.id, key: "org/o")
                func facts() async throws -> AcceptFacts {
                    var needs = QuotaNeeds()
                    needs.windows = [windows: scene.now - .seconds(40 * 86_400)]
                    needs.entities = trigger.entity.map { [$0] } ?? []
                    return try await scene.store.acceptFacts(AcceptNeeds(needs, of: trigger.id), app: scene.app)
                }
                let before = try await facts()
                #expect(before.quota.uses[windows]?.windows.map(\.used) == [2])
                #expect(before.quota.uses[windows]?.windows.map(\.isOwn) == [true])
                #expect(before.quota.entities.count == 2)
                #expect(before.quota.entities[EntityRef(type: "report", id: "a")] == .some(organisation))
                let scope = QuotaPlan.Scope(limit: limit, key: "org/o", zone: .utc)
                let plan = try QuotaPlan.make(dueAt: scene.now, scopes: [scope]) { _, _ in 0 }.get()
                let reserve = Change.reserveQuota(
                    trigger.id,
                    QuotaReservation(reservations: plan.reservations, acceptedAt: scene.now)
                )
                func apply(_ changes: [Change]) async throws -> GroupResult? {
                    try await scene.store.apply([ChangeGroup(app: scene.app, changes)]).first
                }
                #expect(try await apply([reserve]) == .failed([0]))
                #expect(try await facts() == before)
                #expect(try await apply([.releaseQuota(trigger.id), reserve])?.isApplied == true)
                #expect(try await facts() == before)
                let elsewhere = Organisation.Facts(parent: nil, timeZone: nil)
                let entity = EntityRef(type: "report", id: "a")
                #expect(try await apply([.expectOrganisation(entity, organisation)])?.isApplied == true)
                #expect(try await apply([.expectOrganisation(entity, elsewhere)]) == .failed([0]))
                #expect(try await apply([.expectOrganisation(entity, nil)]) == .failed([0]))
            },
            Case("a withdrawal keeps its cursor, and ends with its firing") { scene async throws in
                let id = try await scene.fire("a", to: ["held", "u1"])
                try await scene.fanOutFiring()
                #expect(try await scene.store.openWithdrawals(app: nil, limit: 1).isEmpty)
                try await scene.event("a", startsAt: scene.start + .seconds(86_400))
                let open = try #require(try await scene.store.openWithdrawals(app: scene.app, limit: 1).first)
                #expect(open.trigger == id && open.cursor == "" && open.looksFirst && open.reason == .moved)
                let page = try await scene.store.withdrawalRecipients(of: id, app: scene.app, after: "", limit: 9)
                #expect(page.map(\.push.user) == ["held", "u1"])
                #expect(page.map { $0.mayLeave(after: scene.now) } == [true, false])
                try await scene.applyAll([.moveWithdrawal(id, from: "", .to("held"))])
                let outdated = ChangeGroup(app: scene.app, [.moveWithdrawal(id, from: "", .end)])
                #expect(try await scene.store.apply([outdated]) == [.failed([0])])
                #expect(try await scene.store.openWithdrawals(app: nil, limit: 1).first?.cursor == "held")
                let kept = try #require(FiringMove(from: .fired, on: .kept(.alreadySent), at: scene.now))
                try await scene.applyAll([.moveFiring(id, kept), .moveWithdrawal(id, from: "held", .drop)])
                #expect(try await scene.store.openWithdrawals(app: nil, limit: 1).isEmpty)
                #expect(try await scene.notes("a").first { $0.trigger == id }?.reason == .alreadySent)
                let withdrawn = try #require(FiringMove(from: .fired, on: .withdrawn(.moved), at: scene.now))
                try await scene.applyAll([
                    .releaseClaim(id, remembering: false), .releaseQuota(id), .moveFiring(id, withdrawn),
                ])
                #expect(try await scene.notes("a").first { $0.trigger == id }?.state == .cancelled)
            },
            Case("a time that fires again has the rows of its first trigger retracted, step by step") {
                scene async throws in
                let id = try await scene.fire("a", to: ["held"])
                try await scene.fanOutFiring()
                try await scene.event("a", startsAt: scene.start, status: "closed")
                let open = try #require(try await scene.store.openWithdrawals(app: nil, limit: 1).first)
                _ = try await scene.cancel(id)
                let withdrawn = try #require(FiringMove(from: .fired, on: .withdrawn(open.reason), at: open.at))
                try await scene.applyAll([.moveFiring(id, withdrawn), .moveWithdrawal(id, from: "", .end)])
                try await scene.event("a", startsAt: scene.start, status: "open")
                _ = try await scene.refire("a")
                let retraction = try #require(try await scene.store.openRetraction(app: scene.app))
                #expect(retraction.trigger == id && retraction.cursor == "")
                let rows = try await scene.store.retractions(of: id, app: scene.app, after: "", limit: 9)
                #expect(rows.map(\.user) == ["held"])
                let retracts = rows.compactMap(\.retraction).map(Change.retract)
                try await scene.applyAll([.moveRetraction(id, from: "", to: nil)] + retracts)
                #expect(try await scene.inbox("held").isEmpty)
                #expect(try await scene.store.openRetraction(app: nil) == nil)
                let again = ChangeGroup(app: scene.app, [.moveRetraction(id, from: "", to: nil)])
                #expect(try await scene.store.apply([again]) == [.failed([0])])
            },
        ]
    }

    /// A trigger whose push is held for one user.
    private static func held(_ user: UserID, _ scene: StoreScene<Store>) async throws -> TriggerID {
        try await scene.notify([user]) { _ in (.show, .hold(until: scene.now + .seconds(9))) }
    }
}

extension Sequence {
    /// Maps one after the other.
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
