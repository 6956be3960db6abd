import PealCore
import PealSQL
import PealStore

/// What decisions are made from, and what they decided.
extension PortRead {
    static let decisions: [PortRead] = [
        PortRead("FanOutStore.dueTriggers(now:limit:after:)") {
            try await $0.store.dueTriggers(now: $0.after(9_999), limit: 20, after: nil)
        },
        PortRead("FanOutStore.dueCounts(now:limit:)") { try await $0.store.dueCounts(now: $0.after(9_999), limit: 9) },
        PortRead("FanOutStore.recipientPages(of:ownedTypes:limits:)") { rows in
            let due = try await rows.store.dueTriggers(now: rows.after(9_999), limit: 20, after: nil)
            let limits = due.map { _ in 2 }
            return try await rows.store.recipientPages(of: due, ownedTypes: ["event"], limits: limits)
        },
        PortRead("FanOutStore.dueDecisions(now:limit:after:)") {
            try await $0.store.dueDecisions(now: $0.after(9_999), limit: 1, after: nil)
        },
        PortRead("FanOutStore.dueHeld(of:now:limit:)") {
            try await $0.store.dueHeld(of: $0.app, now: $0.after(9_999), limit: 9)
        },
        PortRead("FanOutStore.snapshots(of:app:ownedTypes:)") {
            try await $0.store.snapshots(of: ["ann", "radio"], app: $0.app, ownedTypes: ["event"])
        },
        PortRead("FanOutStore.audiences(of:app:)") { rows in
            let id = try await rows.trigger(of: "accepted")
            return try await rows.store.audiences(of: [id: ["accepted", "ann"]], app: rows.app)
        },
        PortRead("FanOutStore.members(among:of:role:app:)") {
            try await $0.store.members(among: ["ann", "again"], of: $0.event("full"), role: "host", app: $0.app)
        },
        PortRead("FanOutStore.histories(of:app:needs:now:)") {
            let needs = HistoryNeeds(throttled: ["chat": .seconds(60)])
            return try await $0.store.histories(of: ["digest", "throttled"], app: $0.app, needs: needs, now: $0.now)
        },
        PortRead("FanOutStore.dueWindows(now:limit:)") { try await $0.store.dueWindows(now: $0.after(300), limit: 9) },
        PortRead("FanOutStore.items(of:now:limit:)") {
            let windows = try await $0.store.dueWindows(now: $0.after(300), limit: 9)
            return try await $0.store.items(of: windows, now: $0.after(300), limit: 9)
        },
        PortRead("FanOutStore.dueConfirmations(now:limit:)") {
            try await $0.store.dueConfirmations(now: $0.after(9_999), limit: 9)
        },
        PortRead("FanOutStore.nextDue(after:holds:)") {
            let pause = QueuePause(until: nil, pausesCritical: true, cause: .throttled)
            let holds = [QueueKey(app: $0.app, provider: .fcm): pause]
            return try await $0.store.nextDue(after: $0.now, holds: holds)
        },
        PortRead("FanOutStore.hasWork(now:holds:)") { try await $0.store.hasWork(now: $0.now, holds: [:]) },
        PortRead("DecisionLogStore.decisions(app:filter:page:)") {
            try await $0.store.decisions(app: $0.app, filter: DecisionFilter(), page: $0.page)
        },
        PortRead("DecisionLogStore.acceptedTrigger(_:app:)") {
            try await $0.store.acceptedTrigger(try await $0.trigger(of: "moved-held"), app: $0.app)
        },
        PortRead("DecisionLogStore.acceptedTriggers(app:type:since:limit:)") {
            try await $0.store.acceptedTriggers(app: $0.app, type: "assigned", since: $0.now, limit: 5)
        },
        PortRead("DecisionLogStore.openWindows(of:app:now:count:)") {
            try await $0.store.openWindows(of: $0.limit, app: $0.app, now: $0.now, count: 9)
        },
        PortRead("DecisionLogStore.windowUses(of:app:)") { rows in
            let id = try await rows.store.newestTrigger(withCancelKey: "limited", app: rows.app)
            guard let id else { return [LimitWindowUse]() }
            return try await rows.store.windowUses(of: id, app: rows.app)
        },
        PortRead("DecisionLogStore.rejectedRequests(app:filter:limit:)", "refused") {
            try await $0.store.rejectedRequests(app: $0.app, filter: RejectedRequestFilter(.refused), limit: 9)
        },
        PortRead("DecisionLogStore.rejectedRequests(app:filter:limit:)", "duplicate") {
            try await $0.store.rejectedRequests(app: $0.app, filter: RejectedRequestFilter(.duplicate), limit: 9)
        },
    ]

    static let inboxes: [PortRead] = [
        PortRead("InboxStore.inbox(of:app:filter:page:)") {
            try await $0.store.inbox(of: "inbox", app: $0.app, filter: InboxFilter(), page: $0.page)
        },
        PortRead("InboxStore.heldItems(of:app:page:)") {
            try await $0.store.heldItems(of: "inbox", app: $0.app, page: $0.page)
        },
        PortRead("InboxStore.item(_:of:app:includesHidden:)") {
            let id = try await $0.notification(of: "shares")
            return try await $0.store.item(id, of: "shares", app: $0.app, includesHidden: true)
        },
        PortRead("InboxStore.excerpts(_:app:since:)") { rows in
            let ids = [try await rows.notification(of: "accepted")]
            let requests = [InboxRequest(user: "accepted", ids: ids)]
            return try await rows.store.excerpts(requests, app: rows.app, since: nil)
        },
        PortRead("InboxStore.counts(of:app:since:)") {
            try await $0.store.counts(of: "inbox", app: $0.app, since: $0.now)
        },
        PortRead("InboxStore.counts(of:app:by:since:limit:)") {
            try await $0.store.counts(of: "inbox", app: $0.app, by: .thread, since: nil, limit: 9)
        },
        PortRead("InboxStore.rows(_:of:app:before:limit:)") {
            try await $0.store.rows(.archived(.everything), of: "inbox", app: $0.app, before: nil, limit: 9)
        },
        PortRead("ActionStore.actionFacts(of:app:)") {
            try await $0.store.actionFacts(of: try await $0.notification(of: "acts"), app: $0.app)
        },
        PortRead("ActionStore.actions(of:app:limit:)") {
            try await $0.store.actions(of: "acts", app: $0.app, limit: 9)
        },
    ]
}
