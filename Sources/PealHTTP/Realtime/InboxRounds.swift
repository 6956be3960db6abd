import PealCore
import PealEngine
import PealRealtime

/// Reads what rounds mean for inboxes: the rows and counts of all their users together.
struct InboxRounds: Sendable {
    let inbox: Inbox
    let cursors: LiveCursors

    /// What each round means, in their order; `nil` for those that may change preferences, which are rare.
    /// - Throws: ``StoreError``.
    func news(of rounds: [StreamRound]) async throws -> [(any StreamNews)?] {
        var news = [(any StreamNews)?](repeating: nil, count: rounds.count)
        let readable = rounds.indices.filter { index in
            rounds[index].topic.channel == .inbox && !rounds[index].events.contains { $0.event.kind.isOfPreferences }
        }
        for (app, places) in Dictionary(grouping: readable, by: { rounds[$0].topic.app }) {
            let users = places.compactMap { place in rounds[place].topic.user.map { (place, $0) } }
            let requests = users.map { InboxRequest(user: $0.1, about: rounds[$0.0].events) }
            for ((place, user), excerpt) in zip(users, try await inbox.excerpts(requests, app: app)) {
                news[place] = try self.news(of: rounds[place], for: user, excerpt)
            }
        }
        return news
    }

    private func news(of round: StreamRound, for user: UserID, _ excerpt: InboxExcerptView) throws -> InboxNews {
        let app = round.topic.app
        let rows = InboxMessages(excerpt: excerpt).messages(about: round.events)
        var messages = try (rows + [InboxMessages.badge(excerpt.counts)]).map { message in
            StreamMessage(
                kind: message.kind,
                channel: round.topic.channel,
                cursor: try cursors.text(of: message.place ?? round.end, app: app, user: user),
                data: message.data
            )
        }
        let all = SharedMessages(messages)
        // The last message carries the cursor of the end.
        let badge = messages.removeLast()
        if !messages.isEmpty { messages[messages.count - 1].cursor = badge.cursor }
        return InboxNews(counts: excerpt.counts, all: all, withoutBadge: SharedMessages(messages))
    }
}
