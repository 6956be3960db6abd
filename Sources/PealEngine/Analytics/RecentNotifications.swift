import PealCore
import Synchronization

/// What never changes of the notifications that were read lately; identifiers are unique over all apps.
final class RecentNotifications: Sendable {
    private let kept = Mutex<[NotificationID: AnalyticsFacts.Notification]>([:])

    /// About 2 MB; then it begins again.
    private static let capacity = 20_000

    /// Those of some that are known.
    func take(_ ids: Set<NotificationID>) -> [NotificationID: AnalyticsFacts.Notification] {
        kept.withLock { kept in
            var found: [NotificationID: AnalyticsFacts.Notification] = [:]
            for id in ids { found[id] = kept[id] }
            return found
        }
    }

    func keep(_ notifications: [NotificationID: AnalyticsFacts.Notification]) {
        kept.withLock { kept in
            if kept.count + notifications.count > Self.capacity { kept.removeAll(keepingCapacity: true) }
            kept.merge(notifications) { $1 }
        }
    }
}
