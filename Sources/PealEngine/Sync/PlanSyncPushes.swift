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
    private let providers: Providers
    private let badge: @Sendable (AppID) -> BadgeRule

    /// Wires the use case.
    /// - Parameters:
    ///   - store: the event log, and what the pushes are planned from.
    ///   - providers: the push services of the installation.
    ///   - badge: which number an app shows.
    public init(
        store: any SyncPorts,
        providers: Providers,
        badge: @escaping @Sendable (AppID) -> BadgeRule
    ) {
        self.store = store
        self.providers = providers
        self.badge = badge
    }

    /// Reads one page of events and writes the pushes that they ask for; what they mean for one device becomes one push.
    /// - Parameter now: the instant it is.
    /// - Returns: whether there were events.
    /// - Throws: ``StoreError``; called again, it reads the same page.
    public func step(now: Timestamp) async throws -> Bool {
        let walk = EventWalk(store: store, reader: .syncPushes, kinds: SyncPlan.kinds)
        return try await walk.step { events in
            try await pushes(after: events, now: now).map { ChangeGroup(app: $0, $1.map(Change.sync)) }
        }
    }

    private func pushes(after events: [Event], now: Timestamp) async throws -> [(AppID, [SyncPush])] {
        var pushes: [AppID: [SyncPush]] = [:]
        for (inbox, events) in Dictionary(grouping: events, by: Inbox.init).sorted(by: { $0.key < $1.key }) {
            // No device has to know what an erased user did.
            guard let user = inbox.user else { continue }
            let ids = Set(events.compactMap(\.notification)).sorted()
            let facts = try await store.syncFacts(of: user, app: inbox.app, about: ids)
            let plan = SyncPlan(
                for: user,
                events: events,
                facts: facts,
                badge: badge(inbox.app),
                providers: providers,
                now: now
            )
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
