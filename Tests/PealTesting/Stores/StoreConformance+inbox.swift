import PealCore
import PealEngine
import PealStore
import Testing

extension StoreConformance {
    static var inbox: [Case] {
        [
            Case("hidden rows are decisions but not in the inbox") { scene async throws in
                let id = try await scene.notify(["a"]) { _ in (.hide(.categoryDisabled), .suppress(.categoryDisabled)) }
                #expect(try await scene.inbox("a").isEmpty)
                #expect(
                    try await scene.store.counts(of: "a", app: scene.app)
                        == InboxCounts(unread: 0, unseen: 0, version: 0)
                )
                let report = try await scene.store.trigger(id, app: scene.app)
                #expect(report?.suppressed == [.categoryDisabled: 1])
            },
            Case("excerpts of several users are what each of them reads alone") { scene async throws in
                for _ in 0..<2 { _ = try await scene.notify(["a", "b"]) }
                _ = try await scene.notify(["a"]) { _ in (.hide(.categoryDisabled), .suppress(.categoryDisabled)) }
                let (store, app) = (scene.store, scene.app)
                let rows = try await store.heldItems(of: "a", app: app, page: PageRequest(limit: 9)).items
                let other = try #require(try await scene.inbox("b").first)
                _ = try await store.mark(rows[2].id, of: "a", app: app, as: .read, now: scene.now)
                let ids = rows.map(\.id) + [other.id]
                let users: [UserID] = ["b", "nobody", "a"]
                for since in [nil, scene.now, scene.now + .seconds(1)] {
                    let excerpts = try await store.excerpts(
                        users.map { InboxRequest(user: $0, ids: ids) },
                        app: app,
                        since: since
                    )
                    try #require(excerpts.count == users.count)
                    for (user, excerpt) in zip(users, excerpts) {
                        var items: [InboxItem] = []
                        for id in ids { items += [try await store.item(id, of: user, app: app)].compactMap(\.self) }
                        #expect(excerpt.items == items, "\(user)")
                        #expect(excerpt.counts == (try await store.counts(of: user, app: app, since: since)), "\(user)")
                    }
                    #expect(excerpts.map(\.items.count) == [1, 0, 2])
                }
            },
            Case("what is held has hidden and removed rows too, newest first, page by page") { scene async throws in
                for number in 0..<3 { _ = try await scene.notify(["a", "b"], thread: "t\(number)") }
                _ = try await scene.notify(["a"], thread: "t3") { _ in
                    (.hide(.categoryDisabled), .suppress(.categoryDisabled))
                }
                let removed = try #require(try await scene.inbox("a", filter: InboxFilter(thread: "t0")).first)
                _ = try await scene.store.mark(removed.id, of: "a", app: scene.app, as: .deleted, now: scene.now)
                for limit in 1...5 {
                    var seen: [InboxItem] = []
                    var token: String?
                    repeat {
                        let page = try await scene.store.heldItems(
                            of: "a",
                            app: scene.app,
                            page: PageRequest(limit: limit, after: token)
                        )
                        seen += page.items
                        token = page.next
                    } while token != nil
                    #expect(seen.map(\.content.thread) == ["t3", "t2", "t1", "t0"], "pages of \(limit)")
                    #expect(seen.map(\.isShown) == [false, true, true, false], "pages of \(limit)")
                }
            },
            Case("alerts come first, then the newest, page by page and by offset") { scene async throws in
                for number in 0..<6 {
                    _ = try await scene.notify(["a"], thread: "t\(number)", alertsOnFailure: number < 2)
                }
                try await scene.device("a")
                let rows = try await scene.inbox("a")
                try #require(rows.map(\.content.thread) == ["t5", "t4", "t3", "t2", "t1", "t0"])
                for number in 0..<2 {
                    _ = try await scene.notify(["a"], thread: "alert \(number)", alertsOnFailure: true)
                }
                _ = try await scene.store.claim(now: scene.now + .seconds(3600), limit: 9, epoch: 1)
                let expected = ["alert 1", "alert 0", "t5", "t4", "t3", "t2", "t1", "t0"]
                for limit in 1...9 {
                    var seen: [String] = []
                    var token: String?
                    repeat {
                        let page = try await scene.store.inbox(
                            of: "a",
                            app: scene.app,
                            filter: InboxFilter(),
                            page: PageRequest(limit: limit, after: token)
                        )
                        seen += page.items.compactMap(\.content.thread)
                        token = page.next
                    } while token != nil
                    #expect(seen == expected, "pages of \(limit)")
                    let offset = try await scene.inbox("a", filter: InboxFilter(offset: limit), limit: 3)
                    #expect(offset.compactMap(\.content.thread) == Array(expected.dropFirst(limit).prefix(3)))
                }
            },
            Case("a listing can be narrowed") { scene async throws in
                _ = try await scene.notify(["a"], thread: "one")
                _ = try await scene.notify(["a"], thread: "two")
                let row = try #require(try await scene.inbox("a", filter: InboxFilter(thread: "one")).first)
                _ = try await scene.store.mark(row.id, of: "a", app: scene.app, as: .read, now: scene.now)
                #expect(try await scene.inbox("a", filter: InboxFilter(isRead: true)).map(\.id) == [row.id])
                #expect(try await scene.inbox("a", filter: InboxFilter(isRead: false)).map(\.content.thread) == ["two"])
                #expect(try await scene.inbox("a", filter: InboxFilter(category: "other")).isEmpty)
                #expect(try await scene.inbox("a", filter: InboxFilter(category: "status")).count == 2)
                #expect(try await scene.inbox("a", filter: InboxFilter(since: scene.now + .seconds(1))).isEmpty)
            },
            Case("marks move the counts once each") { scene async throws in
                for _ in 0..<3 { _ = try await scene.notify(["a"]) }
                let rows = try await scene.inbox("a")
                // Each line: what is marked, then unread and unseen after it, and whether the badge changed.
                let steps: [(Int, InboxMark, Int, Int, Bool)] = [
                    (0, .seen, 3, 2, true), (0, .seen, 3, 2, false), (0, .read, 2, 2, true), (0, .read, 2, 2, false),
                    (0, .unread, 3, 2, true), (1, .received, 3, 2, false), (1, .opened, 2, 1, true),
                    (2, .dismissed, 2, 0, true), (2, .acknowledged, 1, 0, true), (0, .deleted, 0, 0, true),
                ]
                for (row, mark, unread, unseen, changes) in steps {
                    let before = try await scene.store.counts(of: "a", app: scene.app)
                    let item = try await scene.store.mark(
                        rows[row].id,
                        of: "a",
                        app: scene.app,
                        as: mark,
                        now: scene.now
                    )
                    #expect(item?.id == rows[row].id)
                    let after = try await scene.store.counts(of: "a", app: scene.app)
                    #expect((after.unread, after.unseen) == (unread, unseen), "\(mark)")
                    #expect((after.version > before.version) == changes, "\(mark)")
                }
                #expect(
                    try await scene.store.mark(rows[0].id, of: "a", app: scene.app, as: .read, now: scene.now) == nil
                )
                #expect(try await scene.store.item(rows[0].id, of: "a", app: scene.app) == nil)
                #expect(try await scene.store.item(rows[1].id, of: "b", app: scene.app) == nil)
                #expect(
                    try await scene.store.mark(rows[1].id, of: "b", app: scene.app, as: .deleted, now: scene.now) == nil
                )
                #expect(try await scene.store.item(rows[1].id, of: "a", app: scene.app)?.readAt == scene.now)
            },
            Case("a scope bounds what is marked, and counts are told apart") { scene async throws in
                for thread in ["t0", "t1", "t1", nil] { _ = try await scene.notify(["a"], thread: thread) }
                let (store, app) = (scene.store, scene.app)
                let marks = MarkInbox(store: store)
                let act = InboxAct(now: scene.now + .seconds(1))
                let entity = try #require(try await scene.inbox("a").first?.entity)
                for (scope, count) in [
                    (InboxScope(thread: "t2"), 0), (InboxScope(category: "other"), 0), (InboxScope(link: "/r2"), 0),
                    (InboxScope(before: scene.now), 0), (InboxScope(thread: "t1", link: "/r2"), 0),
                    (InboxScope(entity: EntityRef(type: entity.type, id: "none")), 0), (InboxScope(thread: "t1"), 2),
                    (InboxScope(category: "status", entity: entity, link: "/r1", before: scene.now + .seconds(1)), 2),
                ] {
                    let changed = try await marks.markAll(in: scope, of: "a", app: app, as: .seen, by: act)
                    #expect(changed == count, "\(scope)")
                }
                let first = try #require(try await scene.inbox("a", filter: InboxFilter(thread: "t1")).first)
                let ids = [first.id, first.id, scene.id()]
                #expect(try await marks.markEach(ids, of: "a", app: app, as: .read, by: act) == 1)
                _ = try await scene.notify(["a"], thread: "t0")
                let threads = try await store.counts(of: "a", app: app, by: .thread, since: nil, limit: 9)
                let expected = [
                    InboxGroupCount(key: "t0", unread: 2, unseen: 1), InboxGroupCount(key: "t1", unread: 1, unseen: 0),
                ]
                #expect(threads == expected)
                #expect(
                    try await store.counts(of: "a", app: app, by: .thread, since: nil, limit: 1) == [expected[0]]
                )
                let categories = try await store.counts(of: "a", app: app, by: .category, since: nil, limit: 9)
                #expect(categories == [InboxGroupCount(key: "status", unread: 4, unseen: 1)])
                let late = scene.now + .seconds(1)
                #expect(try await store.counts(of: "a", app: app, by: .category, since: late, limit: 9).isEmpty)
            },
            Case("marking all counts what changed, and clearing leaves alerts") { scene async throws in
                try await scene.device("a")
                for alert in [true, false, false] { _ = try await scene.notify(["a"], alertsOnFailure: alert) }
                _ = try await scene.store.claim(now: scene.now + .seconds(3600), limit: 9, epoch: 1)
                let store = scene.store
                #expect(try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now) == 3)
                #expect(try await store.markAll(of: "a", app: scene.app, as: .seen, now: scene.now) == 0)
                #expect(try await store.markAll(of: "a", app: scene.app, as: .read, now: scene.now) == 3)
                #expect(try await store.counts(of: "a", app: scene.app).unread == 0)
                #expect(try await store.markAll(of: "a", app: scene.app, as: .archived, now: scene.now) == 2)
                let left = try await scene.inbox("a")
                #expect(left.map(\.isAlert) == [true])
                #expect(try await store.markAll(of: "b", app: scene.app, as: .deleted, now: scene.now) == 0)
                _ = try await store.mark(
                    try #require(left.first?.id),
                    of: "a",
                    app: scene.app,
                    as: .acknowledged,
                    now: scene.now
                )
                #expect(try await scene.inbox("a").map(\.isAlert) == [false])
            },
            Case("a screen is found by its link, whatever the query says") { scene async throws in
                let (store, app) = (scene.store, scene.app)
                for user in ["a", "b"] as [UserID] { try await scene.user(user) }
                let links = ["/r", "/r?highlight=1", "/r?highlight=2", "/r/1", "/r@", "/R", "/", "/é?x", "/e\u{301}?x"]
                for link in links {
                    try await scene.accept(scene.submission(.users(["a"])))
                    try await scene.fanOut { recipient in
                        var new = scene.notification(recipient.userID)
                        new.content.link = link
                        return new
                    }
                }
                let (marks, act) = (MarkInbox(store: store), InboxAct(now: scene.now))
                for (link, count) in [
                    ("/r?highlight=1", 1), ("/r", 2), ("/r?", 0), ("/s", 0), ("/é", 1), ("", 0), ("/", 1),
                ] {
                    let scope = InboxScope(link: link)
                    let changed = try await marks.markAll(in: scope, of: "a", app: app, as: .read, by: act)
                    #expect(changed == count, "\(link)")
                }
            },
            Case("what was cleared comes back, counted as before; what was deleted does not") { scene async throws in
                let (store, app) = (scene.store, scene.app)
                for thread in ["t0", "t1", "t0", "t2"] { _ = try await scene.notify(["a"], thread: thread) }
                let rows = try await scene.inbox("a")
                _ = try await store.mark(rows[0].id, of: "a", app: app, as: .deleted, now: scene.now)
                _ = try await store.mark(rows[1].id, of: "a", app: app, as: .seen, now: scene.now)
                let before = try await store.counts(of: "a", app: app)
                #expect(try await store.markAll(of: "a", app: app, as: .archived, now: scene.now) == 3)
                #expect(try await store.counts(of: "a", app: app).unread == 0)
                let announced = try await scene.events(after: .beginning, of: .inboxChanged).count
                let (marks, act) = (MarkInbox(store: store), InboxAct(now: scene.now))
                for (scope, count) in [
                    (InboxScope(since: scene.now + .seconds(1)), 0), (InboxScope(thread: "t1"), 1),
                    (InboxScope(thread: "t1"), 0), (.everything, 2), (.everything, 0),
                ] {
                    let changed = try await marks.markAll(in: scope, of: "a", app: app, as: .restored, by: act)
                    #expect(changed == count, "\(scope)")
                }
                #expect(try await scene.inbox("a").map(\.id) == rows.dropFirst().map(\.id))
                let after = try await store.counts(of: "a", app: app)
                #expect((after.unread, after.unseen) == (before.unread, before.unseen))
                #expect(after.version > before.version)
                #expect(try await scene.events(after: .beginning, of: .notificationRestored).count == 3)
                #expect(try await scene.events(after: .beginning, of: .inboxChanged).count == announced + 2)
                #expect(try await marks.markEach(rows.map(\.id), of: "a", app: app, as: .archived, by: act) == 3)
                #expect(try await marks.markEach(rows.map(\.id), of: "b", app: app, as: .restored, by: act) == 0)
                #expect(try await marks.markEach(rows.map(\.id), of: "a", app: app, as: .restored, by: act) == 3)
            },
            Case("a thread read elsewhere is read, and its pushes are withdrawn") { scene async throws in
                try await scene.user("a")
                try await scene.device("a")
                _ = try await scene.notify(["a"], thread: "chat")
                let leased = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                _ = try await scene.notify(["a"], thread: "chat")
                _ = try await scene.notify(["a"], thread: "chat") { _ in (.show, .hold(until: scene.now)) }
                _ = try await scene.notify(["a"], thread: "else")
                let report = try await scene.store.resolve(thread: "chat", of: "a", app: scene.app, now: scene.now)
                #expect(report == ResolveReport(read: 3, cancelled: 2))
                #expect(try await scene.store.counts(of: "a", app: scene.app).unread == 1)
                #expect(try await scene.store.dueHeld(now: scene.now, limit: 9).isEmpty)
                try await scene.store.record([
                    scene.result(leased, .retry(at: scene.now, counted: true), epoch: 1, outcome: "unavailable")
                ])
                let rest = try await scene.store.claim(now: scene.now, limit: 9, epoch: 1)
                #expect(rest.map(\.notification.content.thread) == ["else"])
                let again = try await scene.store.resolve(thread: "chat", of: "a", app: scene.app, now: scene.now)
                #expect(again == ResolveReport(read: 0, cancelled: 0))
            },
        ]
    }
}
