import PealCore
import PealEngine
import PealStore

/// Plays an ``InboxRun``, and compares the counts with the lists after each step.
struct InboxRunWorld<Store: PlatformStore> {
    /// What a count says otherwise than the list.
    struct Drift: Error, CustomStringConvertible {
        let description: String
    }

    let scene: StoreScene<Store>
    /// Keeps the users and identifiers of runs apart that share a store.
    let number: UInt64
    private var now: Timestamp
    private var triggers: [TriggerID] = []
    private var rows: [UserID: [NotificationID]] = [:]
    private var counts: [UserID: InboxCounts] = [:]

    init(scene: StoreScene<Store>, number: UInt64) {
        self.scene = scene
        self.number = number
        now = scene.now
    }

    mutating func live(_ run: InboxRun) async throws {
        for step in run.steps {
            try await take(step)
            for user in [0, 1].map(name) { try await check(user) }
        }
    }

    private func name(_ user: Int) -> UserID { UserID("story-\(number)-\(user)") }

    private mutating func take(_ step: InboxRun.Step) async throws {
        let (store, app) = (scene.store, scene.app)
        let (marks, act) = (MarkInbox(store: store), InboxAct(now: now))
        switch step {
        case .notify(let user, let category, let thread, let isHidden, let isAlert, let isHeld):
            try await notify(name(user)) { new in
                new.category = category
                new.content.thread = thread
                new.decision.isAlert = isAlert && !isHidden
                if isHidden { new.decision.inApp = .hide(.categoryDisabled) }
                if isHeld { new.decision.push = .hold(until: new.createdAt + .seconds(500)) }
                if isHeld { new.decision.holdStage = .quietHours }
            }
        case .mark(let user, let row, let mark):
            guard let rows = rows[name(user)], rows.indices.contains(row) else { return }
            _ = try await marks.mark(rows[row], of: name(user), app: app, as: mark, by: act)
        case .markEach(let user, let count, let mark):
            let some = Array(rows[name(user), default: []].prefix(count))
            _ = try await marks.markEach(some, of: name(user), app: app, as: mark, by: act)
        case .markAll(let user, let mark, let scope):
            _ = try await marks.markAll(in: scope, of: name(user), app: app, as: mark, by: act)
        case .resolve(let user, let thread):
            _ = try await marks.resolve(thread: thread, of: name(user), app: app, by: act)
        case .retract(let trigger):
            guard triggers.indices.contains(trigger) else { return }
            try await scene.cancel(triggers[trigger], retracts: true)
        case .sweep(let days):
            let cut = RetentionCut(app: app, inbox: now - .seconds(days * 86_400), log: scene.now - .seconds(86_400))
            var last: NotificationID?
            repeat { last = try await store.sweepNotifications(cut, after: last, limit: 100).next } while last != nil
        case .pass(let days): now = now + .seconds(days * 86_400)
        }
    }

    private mutating func notify(_ user: UserID, _ change: (inout NewNotification) -> Void) async throws {
        try await scene.user(user)
        triggers.append(try await scene.accept(scene.submission(.users([user]))))
        let count = UInt64(triggers.count)
        // A little after the instant of the decision, as identifiers are made.
        let raw = UUIDv7(milliseconds: UInt64(now.milliseconds) + 2, random: (0xFFF, number << 32 | count))
        rows[user, default: []].append(NotificationID(raw))
        let instant = now
        try await scene.fanOut { recipient in
            var new = scene.notification(recipient.userID)
            new.id = NotificationID(raw)
            new.createdAt = instant
            new.expiresAt = instant + .seconds(3600)
            change(&new)
            return new
        }
    }

    private mutating func check(_ user: UserID) async throws {
        let edge = now - .seconds(2 * 86_400)
        for since in [nil, edge, edge + .milliseconds(1)] { try await compare(user, since: since) }
        let (before, after) = (counts[user], try await scene.store.counts(of: user, app: scene.app))
        counts[user] = after
        guard let before else { return }
        let isSame = (before.unread, before.unseen) == (after.unread, after.unseen)
        guard after.version > before.version || isSame && after.version == before.version else {
            throw Drift(description: "\(user): \(before) became \(after), which has no higher version")
        }
    }

    private func compare(_ user: UserID, since: Timestamp?) async throws {
        let (store, app) = (scene.store, scene.app)
        let list = try await scene.inbox(user, filter: InboxFilter(oldest: since), limit: 200)
        let counts = try await store.counts(of: user, app: app, since: since)
        try expect((counts.unread, counts.unseen), list, "all")
        let unread = try await scene.inbox(user, filter: InboxFilter(isRead: false, oldest: since), limit: 200)
        try expect(unread.map(\.id) == list.filter { $0.readAt == nil }.map(\.id), "unread", list)
        for category in InboxRun.categories {
            let part = list.filter { $0.category == category }
            let found = try await scene.inbox(user, filter: InboxFilter(category: category, oldest: since), limit: 200)
            try expect(found.map(\.id) == part.map(\.id), "list of \(category)", list)
            let groups = try await store.counts(of: user, app: app, by: .category, since: since, limit: 9)
            try expect(Self.count(of: category.rawValue, groups), part, "\(category)")
        }
        for thread in InboxRun.threads {
            let part = list.filter { $0.content.thread == thread }
            let found = try await scene.inbox(user, filter: InboxFilter(thread: thread, oldest: since), limit: 200)
            try expect(found.map(\.id) == part.map(\.id), "list of \(thread)", list)
            let groups = try await store.counts(of: user, app: app, by: .thread, since: since, limit: 9)
            try expect(Self.count(of: thread, groups), part, thread)
        }
    }

    private static func count(of key: String, _ groups: [InboxGroupCount]) -> (Int, Int) {
        groups.first { $0.key == key }.map { ($0.unread, $0.unseen) } ?? (0, 0)
    }

    private func expect(_ counts: (Int, Int), _ rows: [InboxItem], _ what: String) throws {
        let recount = (rows.count { $0.readAt == nil }, rows.count { $0.seenAt == nil })
        try expect(counts == recount, "\(what): \(counts) counted, \(recount) listed", rows)
    }

    private func expect(_ holds: Bool, _ what: String, _ rows: [InboxItem]) throws {
        guard !holds else { return }
        throw Drift(description: "\(what) of \(rows.map { "\($0.id) \($0.category) \($0.content.thread ?? "-")" })")
    }
}
