import PealCore
import PealStore
import Testing

/// How pages of recipients are read and decided.
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
            Case("a user erased since the snapshot gets no row, and others keep theirs") { scene async throws in
                try await scene.user("a")
                try await scene.user("b")
                let id = try await scene.accept(scene.submission(.users(["a", "b"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                let page = FanOutPage(
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
            Case(
                "a user erased between a trigger and its snapshot gets no row as one who is not known; later ones do"
            ) {
                scene async throws in
                try await scene.user("a")
                func page() async throws -> FanOutPage {
                    let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                    var unknown = scene.notification("a", push: .suppress(.unknownUser))
                    unknown.isUnknown = true
                    return FanOutPage(trigger: pending, notifications: [unknown], cursor: "a", isLast: true)
                }
                let before = try await scene.accept(scene.submission(.users(["a"])))
                let read = try await page()
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                try await scene.store.commit([read])
                #expect(try await scene.store.trigger(before, app: scene.app)?.recipients == 0)
                let after = try await scene.accept(scene.submission(.users(["a"])))
                try await scene.store.commit([try await page()])
                #expect(try await scene.store.trigger(after, app: scene.app)?.recipients == 1)
            },
            Case("a decision is made once per trigger and recipient") { scene async throws in
                try await scene.user("a")
                let id = try await scene.accept(scene.submission(.users(["a"])))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                func page(_ pending: PendingTrigger, isLast: Bool) -> FanOutPage {
                    FanOutPage(
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
                    let page = FanOutPage(
                        trigger: pending,
                        notifications: [scene.notification(user)],
                        cursor: user,
                        isLast: user == "b"
                    )
                    return FanOutPlan(page).group
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
                    FanOutPage(
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
        ]
    }
}
