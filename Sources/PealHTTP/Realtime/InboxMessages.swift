import PealCore
import PealEngine

/// The messages about one user's notifications and badge (R145, R146).
///
/// An event says what has changed; the message carries what is there now. So a notification that changes again before it is
/// read is sent once, and what a client holds is never newer than what it is sent.
struct InboxMessages {
    let excerpt: InboxExcerptView

    /// The message about the notification of an event; `nil` when it means nothing to a client.
    func message(about id: NotificationID, _ event: LoggedEvent) -> ChannelMessage? {
        let isNew = event.event.kind.isDecision
        guard let view = excerpt.notifications[id] else {
            // What was never shown is no news.
            guard !isNew else { return nil }
            let data = JSONWriter.bytes { writer in
                writer.object { writer in
                    writer.member("id", id.description)
                    writer.member("removed", true)
                }
            }
            return ChannelMessage(kind: .notificationChanged, cursor: event.next, data: data)
        }
        let isAlert = view.item.isAlert && (isNew || event.event.kind == .alertRaised)
        let kind: StreamMessage.Kind = isAlert ? .alertRaised : isNew ? .notificationCreated : .notificationChanged
        return ChannelMessage(kind: kind, cursor: event.next, data: JSONWriter.bytes { view.write(to: &$0) })
    }

    /// One message for each notification that events are about.
    func messages(about events: [LoggedEvent]) -> [ChannelMessage] {
        var sent: Set<NotificationID> = []
        return events.compactMap { event in
            guard let id = event.event.notification, !sent.contains(id), let message = message(about: id, event) else {
                return nil
            }
            sent.insert(id)
            return message
        }
    }

    /// The badge, at the end of what is sent together.
    static func badge(_ counts: CountsView) -> ChannelMessage {
        let data = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("count", counts.badge)
                writer.member("version", counts.badgeVersion)
                writer.member("unreadCount", counts.unread)
                writer.member("unseenCount", counts.unseen)
            }
        }
        return ChannelMessage(kind: .badgeChanged, cursor: nil, data: data)
    }
}

extension InboxRequest {
    /// The notifications that events of a user are about, each once.
    init(user: UserID, about events: [LoggedEvent]) {
        var known: Set<NotificationID> = []
        self.init(user: user, ids: events.compactMap(\.event.notification).filter { known.insert($0).inserted })
    }
}

extension Event {
    /// The notification that it is about, alone or on a device; none for what moves counts or preferences only.
    fileprivate var notification: NotificationID? {
        if kind == .inboxChanged || kind.isOfPreferences { return nil }
        return switch subject {
        case .notification(let id): id
        case .delivery(let id): id.notification
        default: nil
        }
    }
}

extension EventKind {
    /// Whether it can change preferences, and no more.
    var isOfPreferences: Bool { [.preferencesChanged, .mutesChanged, .userChanged, .membersChanged].contains(self) }

    /// Whether a recipient was decided about: before that, nobody has the notification.
    fileprivate var isDecision: Bool {
        [.notificationPushed, .notificationHeld, .notificationDigested, .notificationSuppressed].contains(self)
    }
}
