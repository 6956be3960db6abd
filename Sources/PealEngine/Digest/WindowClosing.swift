import Logging
import PealCore
import PealStore

/// Closes digest windows when they are due: one push, or none, for all that waits in a window (R161–R163).
struct WindowClosing: Sendable {
    private let dependencies: DecisionDependencies

    init(_ dependencies: DecisionDependencies) { self.dependencies = dependencies }

    /// One slice; returns whether there may be more to do at once.
    /// - Parameter critical: what comes first when there is a window to close.
    /// - Returns: whether anything was due.
    /// - Throws: ``StoreError``.
    func slice(after critical: () async throws -> Void = {}) async throws -> Bool {
        let now = dependencies.clock.now
        let size = dependencies.slices.size
        let due = try await dependencies.store.dueWindows(now: now, limit: size)
        guard !due.isEmpty else { return false }
        try await critical()
        let began = dependencies.slices.begin()
        // One window a user and slice: the next one sees what this one pushed, so that caps hold.
        var users: Set<PushHistories.UserKey> = []
        let turn = due.filter { users.insert($0.user).inserted }
        var outcome = Outcome()
        try await decide(turn[...], &outcome, now: now)
        // Those that cannot be read are retried later, when the operator may have fixed catalog or key.
        if !outcome.unreadable.isEmpty {
            let later = now + FanOut.mendingTime
            _ = try await dependencies.store.apply(
                outcome.unreadable.map { ChangeGroup(app: $0.app, [.postponeWindow($0, dueAt: now, until: later)]) }
            )
        }
        guard !outcome.closed.isEmpty else { return true }
        dependencies.crash.pass(.beforeWindowCommit)
        // One whose items changed meanwhile is left as it is, to be re-evaluated.
        _ = try await dependencies.store.apply(
            outcome.closed.map { ChangeGroup(app: $0.window.app, [.closeWindow($0)]) }
        )
        dependencies.crash.pass(.afterWindowCommit)
        dependencies.slices.end(began, decided: outcome.closed.reduce(0) { $0 + $1.window.total })
        return true
    }

    /// What became of a slice's windows.
    private struct Outcome {
        var closed: [ClosedWindow] = []
        var unreadable: [DueWindow] = []
    }

    /// A window with what decides it.
    private struct Ready {
        var window: DueWindow
        var newest: HeldNotification
        var trigger: WaitingTrigger

        var closing: DigestWindow.Closing {
            window.contents.closing(minimum: trigger.rules.type.minimumItems(of: window.windowKey))
        }
    }

    private func decide(_ windows: ArraySlice<DueWindow>, _ outcome: inout Outcome, now: Timestamp) async throws {
        var triggers = OpenedTriggers(dependencies)
        var ready: [Ready] = []
        for (window, items) in try await items(of: windows.filter { $0.count > 0 }[...], each: 1, &outcome, now: now) {
            // Without an item it has changed since: the next round looks at it.
            guard let newest = items.first else { continue }
            if let trigger = triggers.open(newest.trigger) {
                ready.append(Ready(window: window, newest: newest, trigger: trigger))
            } else {
                outcome.unreadable.append(window)
            }
        }
        var users = WaitingUsers(dependencies)
        try await users.read(ready.map { ($0.window.user, $0.trigger.rules.type) }, now: now)
        var audienceStatuses = AudienceStatuses(dependencies)
        try await audienceStatuses.read(ready.compactMap { each in users[each.window.user].map { (each.newest, $0) } })
        var few: [DueWindow] = []
        for each in ready {
            guard let user = users[each.window.user] else {
                outcome.unreadable.append(each.window)
                continue
            }
            guard audienceStatuses[each.newest, user] == .recipient else {
                // It ends alone, and the next slice looks at the items that are left.
                outcome.closed +=
                    single(each.window, [(each.newest, each.trigger)], &users, audienceStatuses, now: now) ?? []
                continue
            }
            switch each.closing {
            case .digest, .single: outcome.closed.append(try await digest(each, users, &triggers, now: now))
            case .separate: few.append(each.window)
            case .empty: outcome.closed.append(empty(each.window, now: now))
            }
        }
        try await single(few, &users, &triggers, &outcome, now: now)
        triggers.report()
        for window in windows where window.count == 0 {
            outcome.closed.append(empty(window, now: now))
        }
    }

    /// The end of a window in which nothing is worth pushing.
    private func empty(_ window: DueWindow, now: Timestamp) -> ClosedWindow {
        ClosedWindow(window: window, representative: nil, reason: .expired, at: now)
    }

    /// The newest items of windows; where a damaged row is in the way, fewer and fewer windows are read at once.
    private func items(
        of windows: ArraySlice<DueWindow>,
        each limit: Int,
        _ outcome: inout Outcome,
        now: Timestamp
    ) async throws -> [(DueWindow, [HeldNotification])] {
        guard !windows.isEmpty else { return [] }
        do {
            return Array(zip(windows, try await dependencies.store.items(of: Array(windows), now: now, limit: limit)))
        } catch let error as StoreError where error.code == .corrupt {
            guard windows.count > 1 else {
                dependencies.metrics.loopErrors.increment()
                dependencies.logger.error("cannot read the items of a digest window", metadata: ["error": "\(error)"])
                outcome.unreadable += windows
                return []
            }
            let half = windows.count / 2
            let first = try await items(of: windows.prefix(half), each: limit, &outcome, now: now)
            return first + (try await items(of: windows.dropFirst(half), each: limit, &outcome, now: now))
        }
    }

    private func digest(_ ready: Ready, _ users: WaitingUsers, _ triggers: inout OpenedTriggers, now: Timestamp)
        async throws -> ClosedWindow
    {
        let (window, newest) = (ready.window, ready.newest)
        let user = users[window.user] ?? RecipientSnapshot(userID: window.userID, user: nil)
        let (decision, text) = dependencies.decider.release(
            newest,
            of: ready.trigger,
            user,
            history: users.histories[window.user],
            window: window,
            sums: try await sums(of: ready, &triggers, now: now),
            now: now
        )
        let representative = ReleasedNotification(
            id: newest.id,
            app: window.app,
            userID: window.userID,
            decision: decision,
            digest: try dependencies.encryption.seal(
                ready.closing == .digest ? text : nil,
                digestOf: newest.id,
                app: window.app
            ),
            replaces: ready.closing == .digest ? window.opener?.id : nil,
            at: now,
            stamp: newest.stamp(of: decision, for: user)
        )
        var reason = Reason.digested
        if case .suppress(let other) = decision.push { reason = other }
        return ClosedWindow(window: window, representative: representative, reason: reason, at: now)
    }

    /// What the words of a digest add up: over the items that are worth pushing, and the push whose place it takes.
    private func sums(of ready: Ready, _ triggers: inout OpenedTriggers, now: Timestamp) async throws
        -> [String: VariableValue]
    {
        let (window, rules) = (ready.window, ready.trigger.rules)
        let copy = rules.content.digestCopy(of: window.windowKey, for: rules.contentType)
        let variables = rules.contentType.variables.filter { copy.summedVariables.contains($0.name) }
        guard ready.closing == .digest, !variables.isEmpty else { return [:] }
        let items = try await dependencies.store.items(of: [window], now: now, limit: window.count).joined()
        var pending = items.map(\.trigger)
        if let opener = window.opener?.trigger,
            let accepted = try await dependencies.store.acceptedTrigger(opener, app: window.app)
        {
            pending.append(accepted.pending)
        }
        let data = pending.compactMap { triggers.open($0)?.trigger.data }
        return Dictionary(uniqueKeysWithValues: variables.map { ($0.name, $0.sum(over: data)) })
    }

    /// Windows with too few for a digest: each item is pushed by itself, the oldest first, until the window is empty.
    private func single(
        _ few: [DueWindow],
        _ users: inout WaitingUsers,
        _ triggers: inout OpenedTriggers,
        _ outcome: inout Outcome,
        now: Timestamp
    ) async throws {
        var waiting = few[...]
        while !waiting.isEmpty {
            var room = SlicePace.most
            let fitting = waiting.prefix { window in
                room -= window.count
                return room >= 0
            }
            let part = waiting.prefix(max(1, fitting.count))
            let limit = part.reduce(1) { max($0, $1.count) }
            let found = try await items(of: part, each: limit, &outcome, now: now)
            var audienceStatuses = AudienceStatuses(dependencies)
            try await audienceStatuses.read(
                found.flatMap { window, items in items.compactMap { item in users[window.user].map { (item, $0) } } }
            )
            for (window, items) in found {
                let opened = items.prefix(window.count).reversed().map { ($0, triggers.open($0.trigger)) }
                if let closed = single(window, opened, &users, audienceStatuses, now: now) {
                    outcome.closed += closed
                } else {
                    outcome.unreadable.append(window)
                }
            }
            waiting = waiting.dropFirst(part.count)
        }
    }

    /// The steps that empty a window, or `nil` when one of its items cannot be read.
    private func single(
        _ window: DueWindow,
        _ items: [(HeldNotification, WaitingTrigger?)],
        _ users: inout WaitingUsers,
        _ audienceStatuses: AudienceStatuses,
        now: Timestamp
    ) -> [ClosedWindow]? {
        guard let user = users[window.user] else { return nil }
        var left = window
        var closed: [ClosedWindow] = []
        for (item, trigger) in items {
            guard let trigger else { return nil }
            let (decision, _) = dependencies.decider.release(
                item,
                of: trigger,
                user,
                audienceStatus: audienceStatuses[item, user],
                history: users.histories[window.user],
                window: left.withOne(),
                now: now
            )
            users.histories.note(decision, of: trigger.rules.type, by: window.user, at: now)
            let released = ReleasedNotification(
                id: item.id,
                app: window.app,
                userID: window.userID,
                decision: decision,
                at: now,
                stamp: item.stamp(of: decision, for: user)
            )
            closed.append(
                ClosedWindow(window: left, representative: released, reason: .digested, isSeparate: true, at: now)
            )
            left = left.withoutOne()
        }
        return closed
    }
}

extension DueWindow {
    fileprivate var user: PushHistories.UserKey { PushHistories.UserKey(app: app, user: userID) }
}
