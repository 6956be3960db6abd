/// Which devices of a user receive a silent sync push after some events, and what it contains (R165, R172).
///
/// Everything that is read together becomes one push for each device.
public struct SyncPlan: Sendable, Equatable {
    /// The pushes, by device.
    public private(set) var pushes: [SyncPush] = []

    /// The kinds of events that other devices have to know about.
    public static let kinds: Set<EventKind> = [
        .notificationSeen, .notificationRead, .notificationUnread, .notificationRemoved, .notificationRestored,
        .notificationRetracted,
    ]

    /// What one event means for other devices.
    private struct Effect {
        var notification: NotificationID
        /// The device that the user acted on, which knows.
        var actingDevice: DeviceID?
        var clears: Bool
        var changesBadge: Bool
        var createdAt: Timestamp
        var at: Timestamp
    }

    /// Plans the pushes.
    /// - Parameters:
    ///   - user: the user.
    ///   - events: what happened to the user's notifications, in order.
    ///   - facts: what the store holds of them.
    ///   - badge: which number the app shows.
    ///   - providers: the push services of the installation.
    ///   - now: the instant it is.
    public init(
        for user: UserID,
        events: [Event],
        facts: SyncFacts,
        badge: BadgeRule,
        providers: Providers,
        now: Timestamp
    ) {
        let items = Dictionary(facts.items.map { ($0.id, $0) }) { first, _ in first }
        let effects = events.compactMap { Self.effect(of: $0, items, badge, now) }
        for device in facts.devices where device.canSync(providers) {
            // The device that the user acted on knows already.
            let news = effects.filter { $0.actingDevice != device.id }
            guard let latest = news.map(\.at).max(), latest + SyncPush.lifetime > now else { continue }
            let shown = Set(
                facts.deliveries.filter { $0.id.device == device.id && $0.state.isHandedOut }.map(\.id.notification)
            )
            let cleared = Set(news.filter(\.clears).map(\.notification)).intersection(shown)
            let carriesBadge = facts.knowsNumber(device, since: news.filter(\.changesBadge).map(\.createdAt).min())
            guard carriesBadge || !cleared.isEmpty else { continue }
            pushes.append(
                SyncPush(
                    user: user,
                    device: device.id,
                    provider: device.provider,
                    cleared: Array(cleared.sorted(by: >).prefix(SyncPush.clearLimit)),
                    carriesBadge: carriesBadge,
                    dueAt: now,
                    expiresAt: latest + SyncPush.lifetime
                )
            )
        }
    }

    private static func effect(
        of event: Event,
        _ items: [NotificationID: SyncFacts.Item],
        _ badge: BadgeRule,
        _ now: Timestamp
    ) -> Effect? {
        let id: NotificationID
        var actingDevice: DeviceID?
        switch event.subject {
        case .notification(let notification): id = notification
        case .delivery(let delivery): (id, actingDevice) = (delivery.notification, delivery.device)
        default: return nil
        }
        guard let item = items[id] else { return nil }
        let unseen = item.isCounted && badge == .unseen
        let unread = item.isCounted && badge == .unread
        let state = item.state
        let effect: (clears: Bool, changesBadge: Bool, at: Timestamp?)
        switch event.kind {
        case .notificationSeen: effect = (!item.staysOnScreens, unseen, state.seenAt)
        case .notificationRead: effect = (false, unread, state.readAt)
        case .notificationUnread: effect = (false, unread, nil)
        case .notificationRestored:
            effect = (false, state.seenAt == nil && unseen || state.readAt == nil && unread, nil)
        case .notificationRemoved, .notificationRetracted:
            let wasUnseen = state.seenAt == nil
            let wasUnread = state.readAt == nil
            let isRetracted = event.kind == .notificationRetracted
            effect = (wasUnseen || isRetracted, wasUnseen && unseen || wasUnread && unread, state.removal?.at)
        default: return nil
        }
        return Effect(
            notification: id,
            actingDevice: actingDevice,
            clears: effect.clears,
            changesBadge: effect.changesBadge,
            createdAt: item.createdAt,
            at: effect.at ?? now
        )
    }
}

extension SyncFacts.Item {
    /// Whether the badge counted it: what a cancel has hidden was counted before.
    fileprivate var isCounted: Bool { hiddenBecause == nil || hiddenBecause == .cancelled }

    /// Whether other screens keep showing it although it was seen: an alert until it is acknowledged (R147), and what is
    /// critical while the user has only seen the list.
    var staysOnScreens: Bool {
        let isOnlySeen = state.readAt == nil && state.dismissedAt == nil && state.removal == nil
        return state.isPinned || priority == .critical && isOnlySeen
    }
}

extension SyncFacts {
    /// Whether a device received a number that counted a notification of an instant, or is about to.
    ///
    /// Another device does not show the number, so a new one is no news to it; `nil` says that no number has changed.
    fileprivate func knowsNumber(_ device: TargetDevice, since created: Timestamp?) -> Bool {
        guard let created else { return false }
        if device.isSyncing || device.syncedAt.map({ $0 >= created }) ?? false { return true }
        return (recent + deliveries).contains { delivery in
            guard delivery.id.device == device.id else { return false }
            switch delivery.state {
            case .sending, .unknown: return true
            default: return delivery.acceptedAt.map { $0 >= created } ?? false
            }
        }
    }
}
