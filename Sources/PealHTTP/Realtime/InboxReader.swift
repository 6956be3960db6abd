import PealCore
import PealEngine
import PealRealtime
import PealWire

/// A user's notifications, badge and preferences as messages (R145–R147, R172).
///
/// An event says what has changed; the message carries what is there now. So a notification that changes again before it is
/// read is sent once, and what a client holds is never newer than what it is sent.
struct InboxReader: ChannelReader {
    private let services: LiveServices
    private let app: AppID
    private let user: UserID
    /// What the client was sent last.
    private var counts: CountsView?
    private var preferenceTag: EntityTag?

    init(services: LiveServices, app: AppID, user: UserID) {
        self.services = services
        self.app = app
        self.user = user
    }

    var topic: StreamTopic { StreamTopic(app: app, channel: .inbox, user: user) }

    mutating func opening() async throws -> [ChannelMessage] {
        // Sent each time: the last badge may have been on its way when the connection broke.
        (counts, preferenceTag) = (nil, nil)
        return try await badge()
    }

    mutating func messages(about events: [LoggedEvent]) async throws -> [ChannelMessage] {
        var messages: [ChannelMessage] = []
        var sent: Set<NotificationID> = []
        var isPreferenceRead = false
        for event in events {
            switch event.event.kind {
            case .userChanged, .membersChanged:
                // A role may lock a category.
                guard services.preferences.hasLocksByRole(app) else { continue }
                fallthrough
            case .preferencesChanged, .mutesChanged:
                guard !isPreferenceRead, let view = try await services.preferences.view(of: user, app: app) else {
                    continue
                }
                isPreferenceRead = true
                let tag = view.tag
                guard tag != preferenceTag else { continue }
                preferenceTag = tag
                let data = JSONWriter.bytes { view.write(to: &$0) }
                messages.append(ChannelMessage(kind: .preferencesChanged, place: event.next, data: data))
            case .inboxChanged: continue
            default:
                guard let id = event.event.notification, !sent.contains(id) else { continue }
                guard let message = try await message(about: id, event) else { continue }
                sent.insert(id)
                messages.append(message)
            }
        }
        let isCounted = events.contains { !$0.event.kind.isOfPreferences }
        return try await messages + (isCounted ? badge() : [])
    }

    private func message(about id: NotificationID, _ event: LoggedEvent) async throws -> ChannelMessage? {
        let isNew = event.event.kind.isDecision
        guard let view = try await services.inbox.notification(id, of: user, app: app) else {
            // What was never shown is no news.
            guard !isNew else { return nil }
            let data = JSONWriter.bytes { writer in
                writer.object { writer in
                    writer.member("id", id.description)
                    writer.member("removed", true)
                }
            }
            return ChannelMessage(kind: .notificationChanged, place: event.next, data: data)
        }
        let isAlert = view.item.isAlert && (isNew || event.event.kind == .alertRaised)
        let kind: StreamMessage.Kind = isAlert ? .alertRaised : isNew ? .notificationCreated : .notificationChanged
        return ChannelMessage(kind: kind, place: event.next, data: JSONWriter.bytes { view.write(to: &$0) })
    }

    private mutating func badge() async throws -> [ChannelMessage] {
        let now = try await services.inbox.counts(of: user, app: app)
        guard now != counts else { return [] }
        counts = now
        let data = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("count", now.badge)
                writer.member("version", now.badgeVersion)
                writer.member("unreadCount", now.unread)
                writer.member("unseenCount", now.unseen)
            }
        }
        return [ChannelMessage(kind: .badgeChanged, place: nil, data: data)]
    }
}

extension Event {
    /// The notification that it is about, alone or on a device.
    fileprivate var notification: NotificationID? {
        switch subject {
        case .notification(let id): id
        case .delivery(let id): id.notification
        default: nil
        }
    }
}

extension EventKind {
    /// Whether it can change preferences, and no more.
    fileprivate var isOfPreferences: Bool {
        [.preferencesChanged, .mutesChanged, .userChanged, .membersChanged].contains(self)
    }

    /// Whether a recipient was decided about: before that, nobody has the notification.
    fileprivate var isDecision: Bool {
        [.notificationPushed, .notificationHeld, .notificationDigested, .notificationSuppressed].contains(self)
    }
}
