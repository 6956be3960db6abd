import PealCore
import PealStore
import Testing

/// The events of the specification, and the counts of hours.
extension StoreConformance {
    static var analytics: [Case] {
        [
            Case("events are read with what never changes of their notifications, and why deliveries failed") { scene in
                try await scene.device("a")
                _ = try await scene.notify(["a"])
                let claimed = try #require(try await scene.store.claim(now: scene.now, limit: 1, epoch: 1).first)
                let failed = scene.result(claimed, .end(.failed, .providerRejected), epoch: 1, outcome: "rejected")
                try await scene.store.record([failed])
                var question = AnalyticsQuestion()
                question.notifications = [claimed.id.notification, scene.id()]
                question.failures = [claimed.id]
                question.users = ["a", "x"]
                let facts = try await scene.store.analyticsFacts(question, app: scene.app)
                let notification = AnalyticsFacts.Notification(
                    category: "status",
                    priority: .high,
                    createdAt: scene.now,
                    trigger: (acceptedAt: scene.now, dueAt: scene.now),
                    isInApp: true,
                    wasHeld: false
                )
                #expect(facts.notifications == [claimed.id.notification: notification])
                #expect(facts.failures == [claimed.id: "rejected"])
                #expect(facts.preferences == ["a": Preferences(), "x": Preferences()])
                #expect(try await scene.store.analyticsFacts(question, app: "match").notifications.isEmpty)
            },
            Case("events are kept in order, in pages of any size, each app's apart") { scene in
                let events = scene.analyticsEvents
                try await scene.keep(Array(events.prefix(4)))
                try await scene.keep([events[0]], app: "match")
                try await scene.keep(Array(events.dropFirst(4)))
                for limit in 1...events.count + 1 {
                    var (read, cursor) = ([AnalyticsEvent](), EventCursor.beginning)
                    while true {
                        let page = try await scene.analytics(from: cursor, limit: limit)
                        #expect(!page.isAfterGap && page.items.count <= limit)
                        guard !page.items.isEmpty else { break }
                        read += page.items.map(\.event)
                        cursor = page.next
                    }
                    #expect(read == events, "\(limit)")
                    try await scene.keep([])
                }
                let other = try await scene.store.analyticsEvents(of: "match", from: .beginning, limit: 9)
                #expect(other.items.map(\.event) == [events[0]])
            },
            Case("an event names its user by the notification, and a host until the host is erased") { scene in
                for user: UserID in ["a", "hana"] { try await scene.user(user) }
                _ = try await scene.notify(["a"])
                let id = try #require(try await scene.inbox("a").first).id
                let sent = AnalyticsEvent(.sent(id, "status", channels: [.inApp]), at: scene.now)
                func viewed(_ host: UserID?) -> AnalyticsEvent {
                    AnalyticsEvent(.dashboardViewed(scene.report, host: host, participants: 2), at: scene.now)
                }
                let note = Change.noteView(scene.report, by: "hana", .viewed(participants: 2, at: scene.now))
                let noted = try await scene.eventsOf {
                    _ = try await scene.store.apply([ChangeGroup(app: scene.app, [note])])
                }
                let detail = EventDetail.viewed(participants: 2, at: scene.now)
                #expect(noted == [Event(.etaViewed, app: scene.app, user: "hana", .entity(scene.report), detail)])
                try await scene.keep([sent, viewed("hana")])
                let page = try await scene.analytics()
                #expect(page.items == [AnalyticsPage.Item(sent, user: "a"), AnalyticsPage.Item(viewed("hana"))])
                for user: UserID in ["a", "hana"] {
                    _ = try await scene.store.eraseUser(user, app: scene.app, now: scene.now)
                }
                let erased = try await scene.analytics()
                #expect(erased.items == [AnalyticsPage.Item(sent), AnalyticsPage.Item(viewed(nil))])
            },
            Case("counts of an hour are added, and hours are added by their keys") { scene in
                let key = AnalyticsKey(.accepted, category: "status", channel: .push, priority: .high)
                let other = AnalyticsKey(.etaLatency, bucket: 7)
                let hours = [0, 1, 2].map { AnalyticsHour(of: scene.now + .seconds($0 * 3_600)) }
                for hour in hours { try await scene.count([key: 2, other: 1], in: hour) }
                try await scene.count([key: -1], in: hours[1])
                try await scene.count([key: 9], in: hours[1], app: "match")
                func counts(_ range: Range<AnalyticsHour>) async throws -> [AnalyticsKey: Int] {
                    try await scene.store.analyticsCounts(of: scene.app, within: range)
                }
                #expect(try await counts(hours[0]..<hours[2]) == [key: 3, other: 2])
                #expect(try await counts(hours[1]..<hours[2]) == [key: 1, other: 1])
                #expect(try await counts(hours[2]..<AnalyticsHour(number: .max)) == [key: 2, other: 1])
                #expect(try await counts(hours[0]..<hours[0]).isEmpty)
            },
            Case("what is known of a participant is kept for each event and app, until the user is erased") { scene in
                let hour = AnalyticsHour(of: scene.now)
                let other = EntityRef(type: "event", id: "e")
                try await scene.event("e", startsAt: scene.now)
                for user: UserID in ["a", "b"] { try await scene.participant(user) }
                let forms = [
                    Arrival(isFirstByAction: true, isAnnouncedLate: true, isCheckedInLate: false, hour: hour),
                    Arrival(isFirstByAction: nil, isAnnouncedLate: false, isCheckedInLate: true, hour: hour),
                    Arrival(isFirstByAction: false, isAnnouncedLate: false, isCheckedInLate: false, hour: nil),
                ]
                for form in forms {
                    let kept = [Arrival.Key(scene.report, "a"): form, Arrival.Key(other, "b"): form]
                    try await scene.keep(kept)
                    #expect(try await scene.arrivals(at: [scene.report, other], of: ["a", "b", "x"]) == kept)
                }
                var question = AnalyticsQuestion()
                question.entities = [other, EntityRef(type: "event", id: "none")]
                question.arrivals = [Arrival.Key(scene.report, "a")]
                let facts = try await scene.store.analyticsFacts(question, app: scene.app)
                #expect(facts.entities == [other: try #require(try await scene.store.entity(other, app: scene.app))])
                #expect(try await scene.store.analyticsFacts(question, app: "match").arrivals.isEmpty)
                _ = try await scene.store.eraseUser("a", app: scene.app, now: scene.now)
                let left = [Arrival.Key(other, "b"): forms[2]]
                #expect(try await scene.arrivals(at: [scene.report, other], of: ["a", "b"]) == left)
                try await scene.keep([Arrival.Key(scene.report, "a"): forms[0]])
                #expect(try await scene.arrivals(at: [scene.report, other], of: ["a", "b"]) == left)
                try await scene.participant("a")
                #expect(try await scene.arrivals(at: [scene.report], of: ["a"]).isEmpty)
            },
            Case("what is known of a participant is swept ninety days after its last change, in bounded steps") {
                scene in
                for user: UserID in ["a", "b"] { try await scene.participant(user) }
                let known = Arrival(isFirstByAction: true, isAnnouncedLate: false, isCheckedInLate: false, hour: nil)
                try await scene.keep([Arrival.Key(scene.report, "a"): known, Arrival.Key(scene.report, "b"): known])
                func sweep(days: Int, limit: Int) async throws -> Int {
                    let now = scene.now + .seconds(days * 86_400 + 3_600)
                    return try await scene.store.sweepAnalytics(now: now, limit: limit)
                }
                #expect(try await sweep(days: 89, limit: 9) == 0)
                #expect(try await scene.arrivals(at: [scene.report], of: ["a", "b"]).count == 2)
                #expect(try await sweep(days: 90, limit: 1) == 1)
                #expect(try await sweep(days: 90, limit: 9) == 1)
                #expect(try await sweep(days: 90, limit: 9) == 0)
                #expect(try await scene.arrivals(at: [scene.report], of: ["a", "b"]).isEmpty)
            },
            Case("a put of a member says which status it was and is; one of the same status says nothing") { scene in
                let ref = scene.report
                func put(_ status: String?) async throws -> [Event] {
                    try await scene.eventsOf { try await scene.member("a", of: ref, role: "rider", status: status) }
                }
                func event(_ detail: EventDetail) -> [Event] {
                    [Event(.membersChanged, app: scene.app, user: "a", .entity(ref), detail)]
                }
                func moved(_ from: String?, _ to: String?) -> [Event] {
                    event(.member(from: from, to: to, role: "rider", checkedInAt: nil, at: scene.now))
                }
                try await scene.user("a")
                try await scene.entity(ref)
                #expect(try await put(nil) == event(.none))
                #expect(try await put("confirmed") == moved(nil, "confirmed"))
                #expect(try await put("confirmed") == event(.none))
                #expect(try await put("checked-in") == moved("confirmed", "checked-in"))
                #expect(try await put(nil) == moved("checked-in", nil))
                let left = try await scene.eventsOf {
                    _ = try await scene.store.deleteMember("a", of: ref, app: scene.app)
                }
                #expect(left == event(.none))
                #expect(try await put("checked-in") == moved(nil, "checked-in"))
            },
            Case("what is kept counts only where the reader was: an event that is read again counts once") { scene in
                let (start, next) = (EventCursor(row: 3), EventCursor(row: 5))
                try await scene.store.keep(start, of: .analytics)
                let key = AnalyticsKey(.sent, category: "status", channel: .push, priority: .low)
                let batch = scene.batch(counts: [AnalyticsHour(of: scene.now): [key: 1]])
                let move = ReaderMove(of: .analytics, from: start, to: next)
                let group = ChangeGroup(app: scene.app, [.moveReader(move), .keepAnalytics(batch)])
                let results = [try await scene.store.apply([group]), try await scene.store.apply([group])]
                #expect(results.map { $0.map(\.isApplied) } == [[true], [false]])
                let all = AnalyticsHour(number: 0)..<AnalyticsHour(number: .max)
                #expect(try await scene.store.analyticsCounts(of: scene.app, within: all) == [key: 1])
            },
            Case("events are swept after seven days and counts after ninety, and a cursor from before is told") {
                scene in
                let events = scene.analyticsEvents
                let key = AnalyticsKey(.sent)
                try await scene.keep([events[0]])
                let cursor = EventCursor(row: 1)
                try await scene.count([key: 1], in: AnalyticsHour(of: scene.now))
                func sweep(days: Int) async throws -> Int {
                    let now = scene.now + .seconds(days * 86_400 + 3_600)
                    return try await scene.store.sweepAnalytics(now: now, limit: 9)
                }
                #expect(try await sweep(days: 6) == 0)
                #expect(try await scene.analytics(from: cursor).items.count == 1)
                #expect(try await sweep(days: 8) == 1)
                #expect(try await sweep(days: 8) == 0)
                #expect(try await scene.analytics().items.isEmpty)
                try await scene.keep([events[1]])
                let page = try await scene.analytics(from: EventCursor(row: 1, index: 1))
                #expect(page.isAfterGap && page.items.map(\.event) == [events[1]])
                #expect(try await sweep(days: 91) == 2)
                let all = AnalyticsHour(number: 0)..<AnalyticsHour(number: .max)
                #expect(try await scene.store.analyticsCounts(of: scene.app, within: all).isEmpty)
                let foreign = try await scene.analytics(from: EventCursor(row: 99))
                #expect(foreign.isAfterGap && foreign.next.row < 99)
            },
        ]
    }
}
