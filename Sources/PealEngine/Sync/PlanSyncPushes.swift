public import PealCore
public import PealStore

/// The ports that silent sync pushes are planned with.
public typealias SyncPorts = EventStore & SyncStore & ChangeStore

/// Plans silent sync pushes for the other devices of users who changed their inbox (ADR 0017).
///
/// It reads the event log; its cursor moves in the transaction that writes the pushes, so that an event that is read again
/// after a crash makes no second push.
public struct PlanSyncPushes: Sendable {
    private let store: any SyncPorts
    private let badge: @Sendable (AppID) -> BadgeRule

    /// Events that are read together; what they mean for one device becomes one push.
    private static let pageSize = 500
    /// Rows of other kinds after which the cursor moves without a push, so that the log can be deleted up to there.
    private static let longestGap: Int64 = 1_000
    /// The cursor is one for all apps.
    private static let noApp = AppID("")

    /// Wires the use case.
    /// - Parameters:
    ///   - store: the event log, and what the pushes are planned from.
    ///   - badge: which number an app shows.
    public init(store: any SyncPorts, badge: @escaping @Sendable (AppID) -> BadgeRule) {
        self.store = store
        self.badge = badge
    }

    /// Reads one page of events and writes the pushes that they ask for.
    /// - Parameter now: the instant it is.
    /// - Returns: whether there were events.
    /// - Throws: ``StoreError``; called again, it reads the same page.
    public func step(now: Timestamp) async throws -> Bool {
        let kept = try await store.cursor(of: .syncPushes)
        let cursor = kept ?? .beginning
        switch try await store.events(of: SyncPlan.kinds, after: cursor, limit: Self.pageSize) {
        case .resync(let end):
            // What is missing is older than a silent push is worth sending, or from another database.
            _ = try await store.apply([Self.moved(from: kept, to: end)])
            return false
        case .events(let events, next: let next):
            guard !events.isEmpty else {
                // The log waits only for readers that have kept a cursor.
                if kept == nil || next.row - cursor.row >= Self.longestGap {
                    _ = try await store.apply([Self.moved(from: kept, to: next)])
                }
                return false
            }
            let pushes = try await pushes(after: events, now: now)
            // Pushes are written only where the cursor has moved with them.
            _ = try await store.apply(
                [Self.moved(from: kept, to: next)]
                    + pushes.map { app, pushes in Self.moved(from: next, to: next, app, pushes.map(Change.sync)) }
            )
            return true
        }
    }

    private static func moved(
        from: EventCursor?,
        to: EventCursor,
        _ app: AppID = noApp,
        _ changes: [Change] = []
    ) -> ChangeGroup {
        ChangeGroup(app: app, [.moveReader(ReaderMove(of: .syncPushes, from: from, to: to))] + changes)
    }

    private func pushes(after events: [Event], now: Timestamp) async throws -> [(AppID, [SyncPush])] {
        var pushes: [AppID: [SyncPush]] = [:]
        for (inbox, events) in Dictionary(grouping: events, by: Inbox.init).sorted(by: { $0.key < $1.key }) {
            // No device has to know what an erased user did.
            guard let user = inbox.user else { continue }
            let ids = Set(events.compactMap(\.notification)).sorted()
            let facts = try await store.syncFacts(of: user, app: inbox.app, about: ids)
            let plan = SyncPlan(for: user, events: events, facts: facts, badge: badge(inbox.app), now: now)
            if !plan.pushes.isEmpty { pushes[inbox.app, default: []] += plan.pushes }
        }
        return pushes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The inbox that an event is about.
    private struct Inbox: Hashable, Comparable {
        var app: AppID
        var user: UserID?

        init(of event: Event) {
            app = event.app
            user = event.user
        }

        static func < (left: Self, right: Self) -> Bool {
            (left.app, left.user ?? UserID("")) < (right.app, right.user ?? UserID(""))
        }
    }
}

extension Event {
    /// The notification it is about, alone or on a device.
    fileprivate var notification: NotificationID? {
        switch subject {
        case .notification(let id): id
        case .delivery(let id): id.notification
        default: nil
        }
    }
}
