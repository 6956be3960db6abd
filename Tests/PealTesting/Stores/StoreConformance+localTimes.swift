import PealCore
import PealStore
import Testing

extension StoreConformance {
    static var localTimes: [Case] {
        [
            Case("after its first pass a local time is read for those alone whose instant has come") {
                scene async throws in
                let (id, users) = try await scene.local(count: 9)
                #expect(try await scene.pass(listed: users, hours: [1, 2, 3]) == [0, 0, 0, 0, 0])
                #expect(try await scene.dueAt(id) == scene.hour(1))
                #expect(try await scene.store.dueTriggers(now: scene.hour(1) - .seconds(1), limit: 9).isEmpty)
                for hour in 1...3 {
                    let read = try await scene.pass(at: scene.hour(hour))
                    #expect(read == [2, 1], "three users in pages of two")
                }
                #expect(try await scene.decided(id) == users.count)
                #expect(try await scene.store.acceptedTrigger(id, app: scene.app)?.isFannedOut == true)
                #expect(try await scene.store.nextDue(after: scene.now) == nil)
            },
            Case("who waits for a local time and has left the audience is left out; who travels waits on") {
                scene async throws in
                let org = EntityRef(type: "org", id: "o")
                try await scene.entity(org)
                for user: UserID in ["stays", "leaves", "travels"] {
                    try await scene.user(user)
                    try await scene.member(user, of: org)
                }
                let audience = Audience.members(MemberQuery(of: .named(org)))
                let (id, users) = try await scene.local(count: 0, audience: audience)
                #expect(users.isEmpty)
                _ = try await scene.pass(listed: ["leaves", "stays", "travels"], hours: [1])
                _ = try await scene.store.deleteMember("leaves", of: org, app: scene.app)
                _ = try await scene.pass(at: scene.hour(1), listed: ["travels"], hours: [5])
                #expect(try await scene.decided(id) == 1)
                #expect(try await scene.dueAt(id) == scene.hour(5))
                #expect(try await scene.pass(at: scene.hour(5)) == [1])
                #expect(try await scene.decided(id) == 2)
                #expect(try await scene.store.acceptedTrigger(id, app: scene.app)?.isFannedOut == true)
            },
            Case("a page that lets a user wait who was erased meanwhile is read and decided again") {
                scene async throws in
                let (_, users) = try await scene.local(count: 1, audience: .users(["u0", "nobody"]))
                let pending = try #require(try await scene.store.dueTriggers(now: scene.now, limit: 1).first)
                func page(of user: UserID, isKnown: Bool) -> ChangeGroup {
                    let page = FanOutPage(
                        trigger: pending,
                        notifications: [],
                        cursor: user,
                        isLast: false,
                        waiting: [user: scene.hour(1)],
                        unknownWaiting: isKnown ? [] : [user]
                    )
                    return FanOutPlan(page).group
                }
                for (user, isKnown) in [(users[0], true), ("nobody", false)] as [(UserID, Bool)] {
                    _ = try await scene.store.eraseUser(user, app: scene.app, now: scene.now)
                    #expect(try await scene.store.apply([page(of: user, isKnown: isKnown)]) == [.failed([1])])
                }
                // Put again, the name is of another user, and the trigger does not name them.
                try await scene.user(users[0])
                #expect(try await scene.pass(listed: users + ["nobody"], hours: [1]) == [0])
                #expect(try await scene.store.dueTriggers(now: scene.hour(1), limit: 9).isEmpty)
            },
            Case("a cancel counts recipients whose local time has not come, and they are swept in bounded steps") {
                scene async throws in
                let (id, users) = try await scene.local(count: 5)
                _ = try await scene.pass(listed: Array(users.dropFirst()), hours: [1])
                #expect(try await scene.decided(id) == 1)
                #expect(try await scene.store.sweepLocalWaits(limit: 3) == 0, "it is under way")
                let report = try await scene.cancel(id)
                #expect(report?.cancelled == 4)
                #expect(report?.phase == .during)
                #expect(try await scene.store.sweepLocalWaits(limit: 3) == 3)
                #expect(try await scene.store.sweepLocalWaits(limit: 3) == 1)
                #expect(try await scene.store.sweepLocalWaits(limit: 3) == 0)
            },
            Case("nobody waits for a local time once they are erased") { scene async throws in
                let (id, users) = try await scene.local(count: 2, audience: .all)
                _ = try await scene.pass(listed: users, hours: [1])
                _ = try await scene.store.eraseUser(users[0], app: scene.app, now: scene.now)
                #expect(try await scene.pass(at: scene.hour(1)) == [1])
                #expect(try await scene.decided(id) == 1)
            },
            Case("who changes their zone while a local time waits for them is looked at at once") {
                scene async throws in
                let (id, users) = try await scene.local(count: 3)
                _ = try await scene.pass(listed: users, hours: [5])
                let traveller = User(
                    id: users[1],
                    timeZone: "Asia/Tokyo",
                    createdAt: scene.now,
                    updatedAt: scene.hour(2)
                )
                _ = try await scene.store.putUser(traveller, app: scene.app)
                #expect(try await scene.dueAt(id) == scene.hour(2))
                #expect(try await scene.pass(at: scene.hour(2)) == [1])
                #expect(try await scene.dueAt(id) == scene.hour(5))
                _ = try await scene.store.putUser(traveller, app: scene.app)
                #expect(try await scene.dueAt(id) == scene.hour(5), "nothing has changed")
            },
        ]
    }
}

extension StoreScene {
    fileprivate func hour(_ hour: Int) -> Timestamp { now + .seconds(hour * 3600) }

    /// A trigger that comes at a local time, and so many users, by name.
    fileprivate func local(count: Int, audience: Audience? = nil) async throws -> (TriggerID, [UserID]) {
        let users = (0..<count).map { UserID("u\($0)") }
        for user in users { try await self.user(user) }
        var submission = submission(audience ?? .users(users))
        submission.trigger.sendAtLocal = LocalDateTime(secondsSince1970: now.seconds)
        return (try await accept(submission), users)
    }

    /// One pass in pages of two; some users are left out, by turns until one of several hours.
    /// - Returns: how many were decided about on each page.
    fileprivate func pass(
        at instant: Timestamp? = nil,
        listed: [UserID] = [],
        hours: [Int] = []
    ) async throws -> [Int] {
        var decided: [Int] = []
        while let pending = try await store.dueTriggers(now: instant ?? now, limit: 1).first {
            let page = try await store.recipients(of: pending, ownedTypes: [], limit: 2)
            var waiting: [UserID: Timestamp] = [:]
            for recipient in page.recipients {
                guard let index = listed.firstIndex(of: recipient.userID) else { continue }
                waiting[recipient.userID] = hour(hours[index % hours.count])
            }
            let unknown = page.recipients.filter { $0.user == nil }.map(\.userID)
            let ready = page.recipients.filter { waiting[$0.userID] == nil }
            decided.append(ready.count)
            try await store.commit([
                FanOutPage(
                    trigger: pending,
                    notifications: ready.map { notification($0.userID) },
                    cursor: page.recipients.last?.userID,
                    isLast: page.isLast,
                    waiting: waiting,
                    unknownWaiting: Set(unknown).intersection(waiting.keys),
                    gone: page.gone,
                    others: page.others
                )
            ])
        }
        return decided
    }

    fileprivate func dueAt(_ id: TriggerID) async throws -> Timestamp? {
        try await store.trigger(id, app: app)?.dueAt
    }

    fileprivate func decided(_ id: TriggerID) async throws -> Int? {
        try await store.trigger(id, app: app)?.recipients
    }
}
