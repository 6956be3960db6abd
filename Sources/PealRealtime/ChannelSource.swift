public import PealCore

/// Which events of the log a kind of channel is made from, and whose channel each belongs to.
public struct ChannelSource: Sendable {
    /// The kinds that are read.
    public var kinds: Set<EventKind>
    /// The topic of an event; `nil` when it belongs to none.
    public var topic: @Sendable (Event) -> StreamTopic?

    /// Joins both.
    public init(kinds: Set<EventKind>, topic: @escaping @Sendable (Event) -> StreamTopic?) {
        self.kinds = kinds
        self.topic = topic
    }
}

extension ChannelSource {
    /// Everything that changes what a user's inbox, badge and preferences show.
    ///
    /// What a provider answers is not among it: a push that is accepted changes nothing that a user does in the inbox.
    public static let inbox = ChannelSource(
        kinds: [
            .notificationPushed, .notificationHeld, .notificationDigested, .notificationSuppressed, .notificationSeen,
            .notificationRead, .notificationUnread, .notificationRemoved, .notificationRestored, .notificationRetracted,
            .alertRaised,
            .inboxChanged, .preferencesChanged, .mutesChanged, .userChanged, .membersChanged,
        ]
    ) { event in
        event.user.map { StreamTopic(app: event.app, channel: .inbox, user: $0) }
    }

    /// Everything that changes what the board of an event shows.
    /// - Parameter hasBoards: whether the events of an app have boards.
    /// - Returns: the source.
    public static func eta(_ hasBoards: @escaping @Sendable (AppID) -> Bool) -> ChannelSource {
        ChannelSource(kinds: [.etaChanged, .membersChanged, .entityChanged]) { event in
            guard case .entity(let ref) = event.subject, ref.type == EtaRules.entityType, hasBoards(event.app) else {
                return nil
            }
            return StreamTopic(app: event.app, channel: .eta(ref.id), user: nil)
        }
    }
}
