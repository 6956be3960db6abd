import PealCore
import PealStore
import Testing

/// Digest windows.
extension StoreConformance {
    static var windows: [Case] {
        [
            Case("a window closes in one step: its representative is sent, all others end") { scene async throws in
                let ids = try await wait(4, in: scene)
                let due = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                #expect(due.count == 4 && due.total == 4 && due.windowKey == windowKey && due.opener == nil)
                #expect(try await scene.store.dueWindows(now: end(scene) - .milliseconds(1), limit: 10).isEmpty)
                #expect(try await scene.store.dueDecisions(now: end(scene), limit: 1, after: nil).hasWindows)
                let early = end(scene) - .milliseconds(1)
                #expect(try await !scene.store.dueDecisions(now: early, limit: 1, after: nil).hasWindows)
                let newest = try #require(
                    try await scene.store.items(of: [due], now: end(scene), limit: 1).first?.first
                )
                #expect(newest.id == ids.max())
                try await scene.store.close([try await closing(due, newest, scene)])
                let decisions = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 10)
                ).items
                #expect(decisions.count { $0.push == .suppress(.digested) } == 3)
                #expect(decisions.first { $0.id == newest.id }?.push.isSend == true)
                for decision in decisions where decision.id != newest.id {
                    #expect(decision.trace.steps.last == Trace.Step(.digest, .release, .digested, .notifications(4)))
                }
                #expect(try await scene.store.dueWindows(now: end(scene), limit: 10).isEmpty)
                let sent = try #require(try await scene.store.deliveries(of: newest.id, app: scene.app))
                #expect(sent.count == 1)
            },
            Case("a window whose items changed since it was read is left as it is") { scene async throws in
                _ = try await wait(3, in: scene)
                let due = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                let newest = try #require(
                    try await scene.store.items(of: [due], now: end(scene), limit: 1).first?.first
                )
                _ = try await scene.cancel(newest.trigger.trigger.id)
                try await scene.store.close([try await closing(due, newest, scene)])
                let again = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                #expect(again.count == 2 && again.total == 2)
                #expect(try await scene.store.deliveries(of: newest.id, app: scene.app)?.isEmpty == true)
            },
            Case("a digest that has not left is put together again without an item that is cancelled") {
                scene async throws in
                let ids = try await wait(4, in: scene)
                let due = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                let newest = try #require(
                    try await scene.store.items(of: [due], now: end(scene), limit: 1).first?.first
                )
                try await scene.store.close([try await closing(due, newest, scene)])
                let decisions = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 10)
                ).items
                let cancelled = try #require(decisions.first { $0.id == ids[1] }?.trigger)
                let report = try await scene.cancel(cancelled)
                #expect(report == CancelReport(cancelled: 1, tooLate: 0, phase: .after))
                let again = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                #expect(again.count == 3 && again.total == 3)
                #expect(try await scene.store.deliveries(of: newest.id, app: scene.app)?.isEmpty == true)
            },
            Case(
                "items that come back to a window after it was to close, or before by a clock set back, are due at once"
            ) {
                scene async throws in
                for (user, late) in [("a", 60), ("b", -60), ("c", 0)] as [(UserID, Int64)] {
                    let ids = try await wait(3, of: user, in: scene)
                    let due = try #require(try await windows(of: user, in: scene, at: end(scene)).first)
                    let newest = try #require(
                        try await scene.store.items(of: [due], now: end(scene), limit: 1).first?.first
                    )
                    try await scene.store.close([try await closing(due, newest, scene)])
                    #expect(try await windows(of: user, in: scene, at: end(scene)).isEmpty)
                    let cancelled = try await scene.cancel(newest.trigger.trigger.id, at: end(scene) + .seconds(late))
                    #expect(cancelled?.cancelled == 1)
                    let again = end(scene) + .seconds(max(late, 0))
                    #expect(try await windows(of: user, in: scene, at: end(scene) + .seconds(late)).map(\.total) == [2])
                    let returned = try #require(try await windows(of: user, in: scene, at: again).first)
                    let items = try await scene.store.items(of: [returned], now: again, limit: 9)
                    #expect(items.map { $0.map(\.id) } == [[ids[1], ids[0]]])
                    let closed = ClosedWindow(window: returned, representative: nil, reason: .expired, at: again)
                    try await scene.store.close([closed])
                    #expect(try await windows(of: user, in: scene, at: again).isEmpty)
                }
            },
            Case("a window that an item comes back to after it was read is left as it is") { scene async throws in
                _ = try await wait(3, in: scene)
                let first = try #require(try await windows(of: "a", in: scene, at: end(scene)).first)
                let newest = try #require(
                    try await scene.store.items(of: [first], now: end(scene), limit: 1).first?.first
                )
                try await scene.store.close([try await closing(first, newest, scene)])
                let later = end(scene) + .seconds(600)
                _ = try await wait(1, in: scene, until: later)
                let read = try #require(try await windows(of: "a", in: scene, at: later).first)
                #expect(read.total == 1)
                _ = try await scene.cancel(newest.trigger.trigger.id, at: later)
                try await scene.store.close([
                    ClosedWindow(window: read, representative: nil, reason: .expired, at: later)
                ])
                #expect(try await windows(of: "a", in: scene, at: later).map(\.total) == [3])
            },
            Case("items of one key that wait until different instants are one window, and companions") {
                scene async throws in
                _ = try await wait(1, in: scene)
                let later = end(scene) + .seconds(600)
                _ = try await wait(1, in: scene, until: later)
                let due = try await windows(of: "a", in: scene, at: later)
                #expect(due.map(\.total) == [2] && due.first?.closesAt == end(scene))
                for item in try await scene.store.items(of: due, now: later, limit: 9).joined() {
                    let decision = try #require(try await scene.decision("a", of: item.trigger.trigger.id))
                    #expect(decision.companions == 1)
                }
            },
            Case("what was read or expired in a window ends with it, and says so") { scene async throws in
                let ids = try await wait(3, in: scene)
                _ = try await scene.store.mark(ids[0], of: "a", app: scene.app, as: .read, now: scene.now)
                let late = scene.now + .seconds(4_000)
                let due = try #require(try await scene.store.dueWindows(now: late, limit: 10).first)
                #expect(due.count == 0 && due.total == 3)
                try await scene.store.close([ClosedWindow(window: due, representative: nil, reason: .expired, at: late)]
                )
                let decisions = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 10)
                ).items
                #expect(decisions.first { $0.id == ids[0] }?.push == .suppress(.resolvedElsewhere))
                #expect(decisions.count { $0.push == .suppress(.expired) } == 2)
            },
            Case("a digest ends each other item for its own reason: digested, dismissed or expired") {
                scene async throws in
                let late = try await wait(1, in: scene, expiresIn: .seconds(60))[0]
                let fresh = try await wait(3, in: scene)
                _ = try await scene.store.mark(fresh[0], of: "a", app: scene.app, as: .dismissed, now: scene.now)
                let due = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                #expect(due.count == 2 && due.total == 4)
                let newest = try #require(
                    try await scene.store.items(of: [due], now: end(scene), limit: 1).first?.first
                )
                #expect(newest.id == fresh[2])
                try await scene.store.close([try await closing(due, newest, scene)])
                let decisions = try await scene.store.decisions(
                    app: scene.app,
                    filter: DecisionFilter(user: "a"),
                    page: PageRequest(limit: 10)
                ).items
                let ends: [NotificationID: Reason] = [
                    late: .expired, fresh[0]: .resolvedElsewhere, fresh[1]: .digested,
                ]
                for (id, reason) in ends {
                    let decision = try #require(decisions.first { $0.id == id })
                    #expect(decision.push == .suppress(reason))
                    #expect(decision.trace.steps.last?.reason == reason)
                    #expect(decision.digest?.representative == newest.id)
                }
                #expect(try await scene.store.dueWindows(now: end(scene), limit: 10).isEmpty)
            },
            Case("the items of several windows come in the windows' order, the newest first, so many of each") {
                scene async throws in
                let first = try await wait(3, in: scene)
                let second = try await wait(2, of: "b", in: scene)
                let due = try await scene.store.dueWindows(now: end(scene), limit: 10).sorted { $0.userID > $1.userID }
                let items = try await scene.store.items(of: due, now: end(scene), limit: 2)
                #expect(items.map { $0.map(\.id) } == [[second[1], second[0]], [first[2], first[1]]])
                #expect(items.map { $0.map(\.userID) } == [["b", "b"], ["a", "a"]])
                let triggers = Set(items.joined().map(\.trigger.trigger.id))
                #expect(triggers.count == 4)
                #expect(try await scene.store.items(of: [], now: end(scene), limit: 2).isEmpty)
            },
            Case("a window that was put off closes later, with what opened it and what came meanwhile") {
                scene async throws in
                let opener = try await wait(1, in: scene, push: .send([]))[0]
                _ = try await wait(2, in: scene)
                _ = try await wait(1, of: "b", in: scene)
                let due = try await scene.store.dueWindows(now: end(scene), limit: 10)
                let put = try #require(due.first { $0.userID == "a" })
                #expect(put.opener?.id == opener)
                let later = end(scene) + .seconds(300)
                try await scene.store.postpone([put], now: end(scene), until: later)
                #expect(try await scene.store.dueWindows(now: end(scene), limit: 10).map(\.userID) == ["b"])
                let history = try await scene.store.histories(
                    of: ["a"],
                    app: scene.app,
                    needs: HistoryNeeds(),
                    now: end(scene)
                )
                #expect(history["a"]?.windows[Key(windowKey)]?.closesAt == later, "what comes now joins it")
                #expect(try await scene.store.nextDue(after: end(scene)) == later)
                _ = try await wait(1, in: scene, until: later)
                let again = try #require(
                    try await scene.store.dueWindows(now: later, limit: 10).first { $0.userID == "a" }
                )
                #expect(again.count == 3 && again.total == 3 && again.opener?.id == opener)
            },
            Case("a window that is not due is not put off") { scene async throws in
                _ = try await wait(1, in: scene)
                let due = try #require(try await scene.store.dueWindows(now: end(scene), limit: 10).first)
                let early = end(scene) - .milliseconds(1)
                try await scene.store.postpone([due], now: early, until: end(scene) + .seconds(300))
                #expect(try await scene.store.dueWindows(now: end(scene), limit: 10) == [due])
            },
            Case("a history holds open windows and pushes of throttled types") { scene async throws in
                _ = try await wait(2, in: scene)
                try await scene.device("a", token: "second")
                try await push(throttled: "chat", in: scene)
                let needs = HistoryNeeds(throttled: ["chat": .seconds(60)])
                let users: Set<UserID> = ["a", "b"]
                let found = try await scene.store.histories(of: users, app: scene.app, needs: needs, now: scene.now)
                #expect(found["b"] == nil)
                #expect(found["a"]?.windows == [Key(windowKey): DigestWindow(closesAt: end(scene))])
                #expect(found["a"]?.sends == ["chat": [scene.now]])
                let later = scene.now + .seconds(600)
                let empty = try await scene.store.histories(of: users, app: scene.app, needs: needs, now: later)
                #expect((empty["a"] ?? PushHistory()) == PushHistory())
            },
            Case("held pushes that are due at once are spread over seconds, each once") { scene async throws in
                try await scene.user("a")
                for _ in 0..<10 {
                    try await scene.notify(["a"]) { _ in (.show, .hold(until: scene.now + .seconds(60))) }
                }
                let due = scene.now + .seconds(60)
                try await scene.store.spreadHeld(
                    of: scene.app,
                    now: due,
                    from: due + .seconds(1),
                    perSecond: 3,
                    limit: 7
                )
                func waiting(_ seconds: Int64) async throws -> Int {
                    try await scene.store.dueHeld(now: due + .seconds(seconds), limit: 100).count
                }
                #expect(try await [waiting(0), waiting(1), waiting(2), waiting(3)] == [3, 6, 9, 10])
            },
        ]
    }

    private static var windowKey: String { "digest:assigned:" }

    private static func windows(of user: UserID, in scene: StoreScene<Store>, at now: Timestamp) async throws
        -> [DueWindow]
    {
        try await scene.store.dueWindows(now: now, limit: 10).filter { $0.userID == user }
    }

    private static func end(_ scene: StoreScene<Store>) -> Timestamp { scene.now + .seconds(300) }

    /// Puts notifications of one user into a window, or has them open it.
    private static func wait(
        _ count: Int,
        of user: UserID = "a",
        in scene: StoreScene<Store>,
        until: Timestamp? = nil,
        push: PushResult? = nil,
        expiresIn: Duration = .seconds(3600)
    ) async throws -> [NotificationID] {
        let until = until ?? end(scene)
        try await scene.user(user)
        try await scene.device(user)
        var ids: [NotificationID] = []
        for _ in 0..<count {
            try await scene.accept(scene.submission(.users([user])))
            try await scene.fanOut { recipient in
                var new = scene.notification(
                    recipient.userID,
                    push: push ?? .digest(until: until),
                    expiresIn: expiresIn
                )
                new.decision.digestWindow = DigestWindowKey(key: windowKey, closesAt: until)
                ids.append(new.id)
                return new
            }
        }
        return ids
    }

    private static func push(throttled type: TypeID, in scene: StoreScene<Store>) async throws {
        try await scene.accept(scene.submission(.users(["a"])))
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID, push: .send([]))
            new.throttledType = type
            return new
        }
    }

    private static func closing(_ window: DueWindow, _ representative: HeldNotification, _ scene: StoreScene<Store>)
        async throws -> ClosedWindow
    {
        let snapshot = try await scene.store.snapshot(of: window.userID, app: window.app, ownedTypes: [])
        let decision = Decision(
            inApp: .show,
            push: .send(snapshot.devices.map(\.id)),
            priority: .normal,
            isAlert: false,
            trace: Trace(representative.trace.steps + [Trace.Step(.digest, .release)])
        )
        return ClosedWindow(
            window: window,
            representative: ReleasedNotification(
                id: representative.id,
                app: window.app,
                userID: window.userID,
                decision: decision,
                digest: Array("\(window.count)".utf8),
                at: scene.now + .seconds(300)
            ),
            reason: .digested,
            at: scene.now + .seconds(300)
        )
    }
}
