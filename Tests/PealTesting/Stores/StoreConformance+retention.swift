import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var retention: [Case] {
        [
            Case("past both times all of a notification is gone, and then its trigger; its claim stays") { scene in
                let claim = TriggerSubmission.Claim(key: "once", expiresAt: nil)
                try await scene.user("a")
                try await scene.device("a")
                let id = try await scene.accept(scene.submission(.users(["a"]), claim: claim))
                try await scene.fanOut { scene.notification($0.userID, push: .send($0.devices.map(\.id))) }
                try await scene.deliver()
                #expect(try await scene.sweep(inbox: -10, log: -10) == RetentionCounts())
                #expect(try await scene.inbox("a").count == 1)
                var gone = RetentionCounts()
                (gone.inbox, gone.deliveries, gone.decisions, gone.data, gone.triggers) = (1, 1, 1, 1, 1)
                #expect(try await scene.sweep(inbox: 10, log: 10) == gone)
                #expect(try await scene.inbox("a").isEmpty)
                #expect(try await scene.store.counts(of: "a", app: scene.app).unread == 0)
                #expect(try await scene.store.trigger(id, app: scene.app) == nil)
                #expect(try await scene.decisions(of: id).isEmpty)
                let again = scene.submission(.users(["a"]), claim: claim)
                #expect(try await scene.store.accept([again], answer: nil) == [.duplicate(of: id)])
                #expect(try await scene.sweep(inbox: 10, log: 10) == RetentionCounts())
            },
            Case("past the inbox's time alone the row is off the inbox and its copy forgotten, the log stays") {
                scene in
                try await scene.device("a")
                let id = try await scene.notify(["a"])
                try await scene.deliver()
                var gone = RetentionCounts()
                gone.inbox = 1
                #expect(try await scene.sweep(inbox: 10, log: -10) == gone)
                #expect(try await scene.inbox("a").isEmpty)
                let counts = try await scene.store.counts(of: "a", app: scene.app)
                #expect(counts.unread == 0 && counts.unseen == 0)
                let decision = try #require(try await scene.decisions(of: id).first)
                #expect(decision.trace.steps.count == 2)
                let deliveries = try await scene.store.deliveries(of: decision.id, app: scene.app)
                #expect(deliveries?.map(\.state) == [.accepted])
                #expect(try await scene.sweep(inbox: 10, log: -10) == RetentionCounts())
                gone = RetentionCounts()
                (gone.deliveries, gone.decisions, gone.data, gone.triggers) = (1, 1, 1, 1)
                #expect(try await scene.sweep(inbox: 10, log: 10) == gone)
            },
            Case("past the log's time alone deliveries, trace and data are gone, the inbox row stays") { scene in
                try await scene.device("a")
                let id = try await scene.notify(["a"])
                try await scene.deliver()
                var gone = RetentionCounts()
                (gone.deliveries, gone.decisions, gone.data) = (1, 1, 1)
                #expect(try await scene.sweep(inbox: -10, log: 10) == gone)
                let row = try #require(try await scene.inbox("a").first)
                #expect(row.content.text.bytes == Array("sealed for a".utf8))
                #expect(try await scene.store.deliveries(of: row.id, app: scene.app) == [])
                #expect(try await scene.decisions(of: id).first?.trace.steps.isEmpty == true)
                let data = try await scene.sealed(.triggers, limit: 9)
                #expect(data.values.isEmpty, "\(id) has lost its data")
                #expect(try await scene.store.counts(of: "a", app: scene.app).unread == 1)
                #expect(try await scene.sweep(inbox: -10, log: 10) == RetentionCounts())
            },
            Case("what is still to come is never dropped, however old") { scene async throws in
                for user: UserID in ["sent", "leased"] { try await scene.device(user) }
                let held = try await scene.notify(["held"]) { _ in (.show, .hold(until: scene.now + .seconds(9))) }
                let leased = try await scene.notify(["leased"])
                _ = try await scene.store.claim(now: scene.now, limit: 1, epoch: 1)
                let pending = try await scene.notify(["sent"])
                let waiting = try await scene.accept(scene.submission(.users(["a"]), dueAt: scene.now + .seconds(1)))
                try await scene.user("x")
                let running = try await scene.accept(scene.submission(.users(["x", "y"])))
                let due = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                try await scene.store.commit([
                    FanOutPage(
                        trigger: due,
                        notifications: [scene.notification("x")],
                        cursor: "x",
                        isLast: false
                    )
                ])
                #expect(try await scene.sweep(inbox: 99, log: 99) == RetentionCounts())
                for id in [held, leased, pending, waiting, running] {
                    #expect(try await scene.store.trigger(id, app: scene.app) != nil)
                }
                for user: UserID in ["held", "leased", "sent"] { #expect(try await scene.inbox(user).count == 1) }
            },
            Case("a cancelled trigger that nobody heard of is dropped, and cannot be resumed") { scene async throws in
                let id = try await scene.accept(scene.submission(.users(["a"]), dueAt: scene.now + .seconds(60)))
                _ = try await scene.cancel(id)
                #expect(try await scene.sweep(inbox: 10, log: 10) == RetentionCounts())
                #expect(try await scene.sweep(inbox: 99, log: 99).triggers == 1)
                #expect(try await scene.store.trigger(id, app: scene.app) == nil)
            },
            Case("a step looks at so many rows and no more, and leaves other apps alone") { scene async throws in
                try await scene.notify((0..<25).map { UserID("u\($0)") })
                var cut = scene.cut(inbox: 10, log: 10)
                cut.app = "match"
                let other = try await scene.store.sweepNotifications(cut, after: nil, limit: 10)
                #expect(other.counts == RetentionCounts() && other.next == nil)
                cut.app = scene.app
                var steps: [Int] = []
                var last: NotificationID?
                repeat {
                    let step = try await scene.store.sweepNotifications(cut, after: last, limit: 10)
                    steps.append(step.counts.decisions)
                    last = step.next
                } while last != nil
                #expect(steps == [10, 10, 5])
            },
            Case("what changed since a sweep read it stays, and what its user has left tells readers of the inbox") {
                scene async throws in
                let id = try await scene.notify(["a", "b"])
                let cut = scene.cut(inbox: 10, log: 10)
                let notifications = try await scene.store.agedNotifications(
                    of: scene.app,
                    before: cut.latest,
                    after: nil,
                    limit: 9
                )
                let triggers = try await scene.store.agedTriggers(of: scene.app, before: cut.log, after: nil, limit: 9)
                let plans = RetentionPlan.plans(for: notifications, cut)
                #expect(plans.map(\.user) == ["a", "b"])
                _ = try await scene.store.mark(notifications[0].id, of: "a", app: scene.app, as: .read, now: scene.now)
                let before = try await scene.store.endOfEvents()
                let results = try await scene.store.apply(
                    plans.map { ChangeGroup(app: scene.app, [.sweepNotifications($0.sweeps, of: $0.user)]) }
                )
                #expect(results.map(\.isApplied) == [false, true])
                #expect(try await scene.inbox("a").count == 1)
                #expect(try await scene.inbox("b").isEmpty)
                let events = try await scene.events(after: before)
                #expect(events.map(\.kind) == [.inboxChanged] && events.first?.user == "b")

                var trigger = try #require(triggers.first)
                trigger.pushes = []
                let sweep = try #require(TriggerSweep(trigger, cut))
                #expect(sweep.end == .deleted)
                let result = try await scene.store.apply([ChangeGroup(app: scene.app, [.sweepTrigger(sweep)])])
                #expect(result.map(\.isApplied) == [false], "it has a notification")
                #expect(try await scene.store.trigger(id, app: scene.app) != nil)
            },
            Case("rows older than an instant can be left out of the counts") { scene async throws in
                try await scene.notify(["a"])
                func unread(_ since: Timestamp) async throws -> Int {
                    try await scene.store.counts(of: "a", app: scene.app, since: since).unread
                }
                #expect(try await unread(scene.now) == 1)
                #expect(try await unread(scene.now + .seconds(10)) == 0)
            },
        ]
    }
}

extension StoreScene {
    /// What is too old when only what is decided `inbox` and `log` seconds after the present is kept.
    fileprivate func cut(inbox: Int, log: Int) -> RetentionCut {
        RetentionCut(app: app, inbox: now + .seconds(inbox), log: now + .seconds(log))
    }

    /// Sweeps everything there is.
    func sweep(inbox: Int, log: Int) async throws -> RetentionCounts {
        let cut = cut(inbox: inbox, log: log)
        var counts = try await store.sweepNotifications(cut, after: nil, limit: 500).counts
        counts += try await store.sweepTriggers(cut, after: nil, limit: 500)
        return counts
    }

    /// Sends what is due; all of it is accepted.
    fileprivate func deliver() async throws {
        let claimed = try await store.claim(now: now, limit: 99, epoch: 1)
        try await store.record(claimed.map { result($0, .end(.accepted, nil), epoch: 1) })
    }

    fileprivate func decisions(of trigger: TriggerID) async throws -> [DecisionRecord] {
        try await store.decisions(app: app, filter: DecisionFilter(trigger: trigger), page: PageRequest(limit: 9)).items
    }
}
