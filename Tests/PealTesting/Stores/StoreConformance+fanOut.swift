import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var fanOut: [Case] {
        [
            Case("a page carries all that a decision needs, in one snapshot") { scene async throws in
                try await scene.user("a", roles: ["staff"])
                let device = try await scene.device("a")
                try await scene.device("a", token: "switched off", state: .disabled)
                let gone = try await scene.device("a", token: "gone")
                _ = try await scene.store.revoke(gone.id, of: "a", app: scene.app, now: scene.now)
                try await scene.entity(scene.report, owner: "a", status: "active")
                try await scene.member("a", of: scene.report, role: "host")
                _ = try await scene.store.updatePreferences(of: "a", app: scene.app, now: scene.now) {
                    $0.global["push"] = .init(false, at: scene.now)
                }
                let mute = Mute(id: scene.id(), scope: .thread("t"), until: nil, createdAt: scene.now)
                _ = try await scene.store.put(mute, of: "a", app: scene.app)
                try await scene.accept(scene.submission(.users(["a", "ghost"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let page = try await scene.store.recipients(of: pending, ownedTypes: ["report"], limit: 10)
                #expect(page.isLast)
                #expect(page.recipients.map(\.userID) == ["a", "ghost"])
                let known = page.recipients[0]
                #expect(known.roles == ["staff", "host"])
                #expect(known.owned == [.init(type: "report", status: "active")])
                #expect(known.preferences.global["push"]?.value == false)
                #expect(known.mutes == [mute])
                #expect(known.devices.map(\.state) == [.active, .disabled])
                #expect(known.devices.first?.id == device.id)
                #expect(known.devices.first?.capabilities == ["bluetooth": "granted"])
                #expect(page.recipients[1] == RecipientSnapshot(userID: "ghost", user: nil))
                let alone = try await scene.store.snapshot(of: "a", app: scene.app, ownedTypes: ["report"])
                #expect(alone == known)
                let several = try await scene.store.snapshots(
                    of: ["a", "ghost"],
                    app: scene.app,
                    ownedTypes: ["report"]
                )
                #expect(several == ["a": known, "ghost": RecipientSnapshot(userID: "ghost", user: nil)])
            },
            Case("pages of several triggers come in their order, whatever their apps") { scene async throws in
                for user in ["a", "b"] as [UserID] { try await scene.user(user, roles: ["here"]) }
                try await scene.user("a", roles: ["there"], app: "match")
                try await scene.accept(scene.submission(.users(["b", "a"])))
                var elsewhere = scene.submission(.users(["a"]))
                elsewhere.trigger.app = "match"
                try await scene.accept(elsewhere)
                try await scene.accept(scene.submission(.owner))
                try await scene.accept(scene.submission(.all))
                let due = try await scene.store.dueTriggers(now: scene.now, limit: 9).sorted {
                    $0.trigger.id < $1.trigger.id
                }
                let pages = try await scene.store.recipientPages(of: due, ownedTypes: [], limits: [1, 1, 1, 1])
                #expect(pages.map { $0.recipients.map(\.userID) } == [["a"], ["a"], [], ["a"]])
                #expect(pages.map(\.isLast) == [false, true, true, false])
                #expect(pages.compactMap { $0.recipients.first?.roles } == [["here"], ["there"], ["here"]])
                #expect(try await scene.store.recipientPages(of: [], ownedTypes: [], limits: []).isEmpty)
            },
            Case("a person erased since the snapshot gets no row, and others keep theirs") { scene async throws in
                try await scene.user("a")
                try await scene.user("b")
                let id = try await scene.accept(scene.submission(.users(["a", "b"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let page = DecidedPage(
                    trigger: pending,
                    notifications: [scene.notification("a"), scene.notification("b")],
                    cursor: "b",
                    isLast: true
                )
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                try await scene.store.commit([page])
                try await scene.user("a")
                #expect(try await scene.inbox("a").isEmpty)
                #expect(try await scene.inbox("b").count == 1)
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 1)
            },
            Case("a decision is made once per trigger and recipient") { scene async throws in
                try await scene.user("a")
                let id = try await scene.accept(scene.submission(.users(["a"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                func page(_ pending: PendingTrigger, isLast: Bool) -> DecidedPage {
                    DecidedPage(
                        trigger: pending,
                        notifications: [scene.notification("a")],
                        cursor: "a",
                        isLast: isLast
                    )
                }
                try await scene.store.commit([page(pending, isLast: false), page(pending, isLast: false)])
                let resumed = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                try await scene.store.commit([page(resumed, isLast: true)])
                #expect(try await scene.inbox("a").count == 1)
                #expect(try await scene.store.counts(of: "a", app: scene.app).unread == 1)
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 1)
                #expect(try await scene.store.backlog() == 0)
            },
            Case("a page is written only where its trigger stands as it was read") { scene async throws in
                for user: UserID in ["a", "b"] { try await scene.user(user) }
                let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)
                let id = try await scene.accept(scene.submission(.users(["a", "b"]), claim: claim))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                func page(_ pending: PendingTrigger, _ user: UserID) -> ChangeGroup {
                    let page = DecidedPage(
                        trigger: pending,
                        notifications: [scene.notification(user)],
                        cursor: user,
                        isLast: user == "b"
                    )
                    return page.changes(page.plan)
                }
                let first = page(pending, "a")
                #expect(try await scene.store.apply([first, first]) == [.applied([]), .failed([0])])
                let resumed = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                var moved = resumed
                moved.trigger.dueAt = scene.now + .seconds(1)
                #expect(try await scene.store.apply([page(moved, "b")]) == [.failed([0])])
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 1)
                let wait = ChangeGroup(
                    app: scene.app,
                    page(resumed, "b").changes + [.expectWait(id, earliest: scene.now)]
                )
                #expect(try await scene.store.apply([wait]) == [.failed([2])])
                _ = try await scene.cancel(id)
                #expect(try await scene.store.apply([page(resumed, "b")]) == [.failed([0])])
                #expect(try await scene.store.trigger(id, app: scene.app)?.recipients == 1)
            },
            Case("fan-out resumes after its cursor") { scene async throws in
                try await scene.accept(scene.submission(.users(["a", "b", "c"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let first = try await scene.store.recipients(of: pending, ownedTypes: [], limit: 2)
                #expect(first.recipients.map(\.userID) == ["a", "b"])
                #expect(!first.isLast)
                try await scene.store.commit([
                    DecidedPage(
                        trigger: pending,
                        notifications: first.recipients.map { scene.notification($0.userID) },
                        cursor: "b",
                        isLast: false
                    )
                ])
                let resumed = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                #expect(resumed.cursor == "b")
                let rest = try await scene.store.recipients(of: resumed, ownedTypes: [], limit: 2)
                #expect(rest.recipients.map(\.userID) == ["c"])
                #expect(rest.isLast)
            },
            Case("a trigger that ends with no recipient frees its claim") { scene async throws in
                let claim = TriggerSubmission.Claim(key: "k", expiresAt: nil)
                let id = try await scene.accept(scene.submission(.owner, claim: claim))
                try await scene.fanOut { scene.notification($0.userID) }
                #expect(try await scene.store.trigger(id, app: scene.app)?.status == .done)
                let next = scene.submission(claim: claim)
                #expect(try await scene.store.accept([next], answer: nil) == [.accepted(next.trigger.id)])
            },
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
            Case("what is under way shares its app's part with what has not begun") { scene async throws in
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
                        DecidedPage(
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
                #expect(try await scene.store.appsWithDueHeld(now: scene.now) == ["match", "reports"])
                let held = try await scene.store.dueHeld(now: scene.now, limit: 2)
                #expect(held.map(\.trigger.trigger.app) == ["match", "reports"])
                let start = scene.now + .seconds(9)
                try await scene.store.spreadHeld(of: "reports", now: scene.now, from: start, perSecond: 1, limit: 9)
                #expect(try await scene.store.appsWithDueHeld(now: scene.now) == ["match"])
            },
            Case("the oldest due trigger is first") { scene async throws in
                let late = try await scene.accept(scene.submission(dueAt: scene.now))
                let early = try await scene.accept(scene.submission(dueAt: scene.now - .seconds(5)))
                let due = try await scene.store.dueTriggers(now: scene.now, limit: 5)
                #expect(due.map(\.trigger.id) == [early, late])
            },
            Case("a decision can be read back with its trace") { scene async throws in
                let id = try await scene.notify(["a", "b"]) { recipient in
                    recipient.userID == "a"
                        ? (.show, .hold(until: scene.now)) : (.hide(.muted), .suppress(.permissionDenied))
                }
                let filter = DecisionFilter(trigger: id)
                let all = try await scene.store.decisions(app: scene.app, filter: filter, page: PageRequest(limit: 5))
                #expect(all.items.map(\.userID) == ["b", "a"])
                #expect(all.items.map(\.push) == [.suppress(.permissionDenied), .hold(until: scene.now)])
                #expect(all.items.map(\.inApp) == [.hide(.muted), .show])
                #expect(all.items.allSatisfy { $0.policyVersion == 4 && $0.contentVersion == 3 && $0.trigger == id })
                #expect(all.items.first?.trace.steps.map(\.stage) == [.type, .audience])
                let first = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(type: "assigned"),
                    page: PageRequest(limit: 1)
                )
                #expect(first.items.map(\.userID) == ["b"])
                let second = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(),
                    page: PageRequest(limit: 1, after: first.next)
                )
                #expect(second.items.map(\.userID) == ["a"])
                for empty in [
                    DecisionFilter(user: "c"), DecisionFilter(user: "a", type: "resolved"),
                    DecisionFilter(since: scene.now + .seconds(1)),
                ] {
                    let none = try await scene.store.decisions(
                        app: scene.app,
                        filter: empty,
                        page: PageRequest(limit: 5)
                    )
                    #expect(none.items.isEmpty)
                }
                let of = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 5)
                )
                #expect(of.items.map(\.userID) == ["a"])
            },
        ]
    }

    static var held: [Case] {
        [
            Case("a held push is decided again at its time") { scene async throws in
                try await scene.user("a")
                let device = try await scene.device("a")
                let until = scene.now + .seconds(600)
                let id = try await scene.notify(["a"], thread: "t") { _ in (.show, .hold(until: until)) }
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 5).isEmpty)
                #expect(try await scene.store.nextDue(after: scene.now) == until)
                #expect(try await scene.store.trigger(id, app: scene.app)?.heldPushes == 1)
                let held = try #require(try await scene.store.dueHeld(now: until, limit: 5).first)
                #expect(held.trigger.trigger.id == id)
                #expect(held.inApp == .show)
                #expect(held.thread == "t")
                #expect(held.relevance == PushRelevance(expiresAt: held.expiresAt))
                #expect(held.trace.steps.count == 2)
                var decision = Decision(
                    inApp: .show,
                    push: .send([device.id]),
                    priority: .high,
                    isAlert: false,
                    trace: held.trace
                )
                decision.trace.steps.append(.init(.quietHours, .release))
                let release = ReleasedNotification(
                    id: held.id,
                    app: scene.app,
                    userID: "a",
                    decision: decision,
                    at: until
                )
                try await scene.store.release([release, release])
                #expect(try await scene.store.dueHeld(now: until, limit: 5).isEmpty)
                let claimed = try await scene.store.claim(now: until, limit: 5, epoch: 1)
                #expect(claimed.map(\.id) == [DeliveryID(notification: held.id, device: device.id)])
                let record = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(trigger: id),
                    page: PageRequest(limit: 1)
                )
                #expect(record.items.first?.trace.steps.last?.outcome == .release)
            },
            Case("a held push that was read meanwhile is taken back at once, at the stage that held it") {
                scene async throws in
                for stage in [Stage.device, .quietHours, .throttle] {
                    let (held, record) = try await hold("a", by: stage, in: scene)
                    #expect(held.holdStage == stage && record.holdStage == stage)
                    _ = try await scene.store.mark(held.id, of: "a", app: scene.app, as: .read, now: scene.now)
                    #expect(try await scene.store.dueHeld(now: scene.now, limit: 1).isEmpty)
                    let ended = try await scene.newestDecision(of: "a")
                    #expect(ended?.push == .suppress(.resolvedElsewhere))
                    #expect(ended?.holdStage == nil)
                    #expect(ended?.trace.steps.last == Trace.Step(stage, .release, .resolvedElsewhere))
                }
            },
            Case("what was seen takes back only what waits for the person to rest") { scene async throws in
                for stage in [Stage.device, .quietHours, .throttle] {
                    let (held, _) = try await hold("a", by: stage, in: scene)
                    _ = try await scene.store.mark(held.id, of: "a", app: scene.app, as: .seen, now: scene.now)
                    let push = try await scene.newestDecision(of: "a")?.push
                    #expect(push == (stage == .device ? .suppress(.resolvedElsewhere) : .hold(until: scene.now)))
                }
            },
            Case("a held push keeps its stage and whether a digest has had it, until it is decided again") {
                scene async throws in
                for wasGathered in [false, true] {
                    let (held, _) = try await hold("a", by: .device, wasGathered: wasGathered, in: scene)
                    #expect(held.wasGathered == wasGathered)
                    let later = scene.now + .seconds(60)
                    let decision = Decision(
                        inApp: .show,
                        push: .hold(until: later),
                        priority: .normal,
                        isAlert: false,
                        holdStage: .throttle,
                        wasGathered: true,
                        trace: held.trace
                    )
                    try await scene.store.release([
                        ReleasedNotification(
                            id: held.id,
                            app: scene.app,
                            userID: "a",
                            decision: decision,
                            at: scene.now
                        )
                    ])
                    let again = try #require(
                        try await scene.store.dueHeld(now: later, limit: 9).first { $0.id == held.id }
                    )
                    #expect(again.holdStage == .throttle && again.wasGathered)
                }
            },
        ]
    }

    /// Has a stage hold a user's push until now.
    private static func hold(
        _ user: UserID,
        by stage: Stage,
        wasGathered: Bool = false,
        in scene: StoreScene<Store>
    ) async throws -> (HeldNotification, DecisionRecord) {
        try await scene.user(user)
        try await scene.accept(scene.submission(.users([user])))
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID, push: .hold(until: scene.now))
            new.decision.holdStage = stage
            new.decision.wasGathered = wasGathered
            return new
        }
        let record = try #require(try await scene.newestDecision(of: user))
        let held = try await scene.store.dueHeld(now: scene.now, limit: 9).first { $0.id == record.id }
        return (try #require(held), record)
    }
}

extension StoreScene {
    fileprivate func newestDecision(of user: UserID) async throws -> DecisionRecord? {
        try await store.decisions(app: app, filter: DecisionFilter(user: user), page: PageRequest(limit: 1)).items.first
    }
}
