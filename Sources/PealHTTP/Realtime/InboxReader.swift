import PealCore
import PealEngine
import PealRealtime

/// A user's notifications, badge and preferences as messages to one connection (R145–R147, R172).
struct InboxReader: ChannelReader {
    private let services: LiveServices
    private let app: AppID
    private let user: UserID
    private let sent = SentCounts()
    /// The preferences that the client was sent last.
    private var preferenceTag: EntityTag?

    init(services: LiveServices, app: AppID, user: UserID) {
        self.services = services
        self.app = app
        self.user = user
    }

    var topic: StreamTopic { StreamTopic(app: app, channel: .inbox, user: user) }

    var isEnded: Bool { false }

    func sink(over link: LiveLink) -> (any StreamSink)? { InboxSink(link: link, sent: sent) }

    mutating func opening() async throws -> [ChannelMessage] {
        preferenceTag = nil
        let counts = try await services.inbox.counts(of: user, app: app)
        // Sent each time: the last badge may have been on its way when the connection broke.
        _ = sent.replace(by: counts)
        return [InboxMessages.badge(counts)]
    }

    mutating func messages(about events: [LoggedEvent]) async throws -> [ChannelMessage] {
        var messages = try await preferences(after: events)
        guard events.contains(where: { !$0.event.kind.isOfPreferences }) else { return messages }
        let request = InboxRequest(user: user, about: events)
        for excerpt in try await services.inbox.excerpts([request], app: app) {
            messages += InboxMessages(excerpt: excerpt).messages(about: events)
            if sent.replace(by: excerpt.counts) { messages.append(InboxMessages.badge(excerpt.counts)) }
        }
        return messages
    }

    /// The preferences, where one of the events may have changed what the client has.
    private mutating func preferences(after events: [LoggedEvent]) async throws -> [ChannelMessage] {
        let change = events.first { event in
            switch event.event.kind {
            // A role may lock a category.
            case .userChanged, .membersChanged: services.preferences.hasLocksByRole(app)
            case .preferencesChanged, .mutesChanged: true
            default: false
            }
        }
        guard let change, let view = try await services.preferences.view(of: user, app: app), view.tag != preferenceTag
        else { return [] }
        preferenceTag = view.tag
        let data = JSONWriter.bytes { view.write(to: &$0) }
        return [ChannelMessage(kind: .preferencesChanged, cursor: change.next, data: data)]
    }
}
