/// What a sweep makes of one user's notifications.
public struct RetentionPlan: Sendable, Equatable {
    /// The user.
    public var user: UserID
    /// What becomes of the notifications, in their order.
    public var sweeps: [NotificationSweep]

    /// Plans what becomes of notifications, for each of their users.
    /// - Parameters:
    ///   - notifications: what may be past its time, in order.
    ///   - cut: what is too old.
    /// - Returns: a plan for each user who loses something, in the order of their first notifications.
    public static func plans(for notifications: [AgedNotification], _ cut: RetentionCut) -> [RetentionPlan] {
        var plans: [RetentionPlan] = []
        var indexes: [UserID: Int] = [:]
        for notification in notifications {
            guard let sweep = NotificationSweep(notification, cut) else { continue }
            if let index = indexes[notification.userID] {
                plans[index].sweeps.append(sweep)
            } else {
                indexes[notification.userID] = plans.count
                plans.append(RetentionPlan(user: notification.userID, sweeps: [sweep]))
            }
        }
        return plans
    }

    /// What it deletes.
    public var counts: RetentionCounts { sweeps.reduce(into: RetentionCounts()) { $0 += $1.counts } }

    /// The notifications that a badge may have counted until now: the user's devices have to know.
    public var news: [NotificationID] { sweeps.filter(\.isNews).map(\.notification.id) }

    /// The silent sync pushes by which the user's devices learn that notifications left the inbox (R172).
    ///
    /// They are written with the removal: the deliveries that say which devices know a number may be deleted with it.
    /// - Parameters:
    ///   - facts: what was read of the user and of ``news``, before anything is deleted.
    ///   - cut: what is too old.
    ///   - badge: which number the app shows.
    ///   - providers: the push services of the installation.
    ///   - now: the instant it is.
    /// - Returns: the pushes, by device.
    public func pushes(
        _ facts: SyncFacts,
        _ cut: RetentionCut,
        badge: BadgeRule,
        providers: Providers,
        now: Timestamp
    ) -> [SyncPush] {
        let events = news.map { Event(.notificationRemoved, app: cut.app, user: user, .notification($0)) }
        return SyncPlan(for: user, events: events, facts: facts, badge: badge, providers: providers, now: now)
            .pushes
    }
}
