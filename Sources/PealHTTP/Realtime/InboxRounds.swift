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
        for (app, positions) in Dictionary(grouping: readable, by: { rounds[$0].topic.app }) {
            let users = positions.compactMap { position in rounds[position].topic.user.map { (position, $0) } }
            let requests = users.map { InboxRequest(user: $0.1, about: rounds[$0.0].events) }
            for ((position, user), excerpt) in zip(users, try await inbox.excerpts(requests, app: app)) {
                news[position] = try self.news(of: rounds[position], for: user, excerpt)
            }
        }
        return news
    }

    private func news(of round: StreamRound, for user: UserID, _ excerpt: InboxExcerptView) throws -> InboxNews {
        let (app, channel) = (round.topic.app, round.topic.channel)
        let end = try cursors.text(of: round.end, app: app, user: user)
        let rows = InboxMessages(excerpt: excerpt).messages(about: round.events)
        let messages = try rows.enumerated().map { index, row in
            // A client that has the last row resumes at the end: it is sent the badge in any case.
            let eventCursor = index < rows.count - 1 ? row.cursor : nil
            let cursor = try eventCursor.map { try cursors.text(of: $0, app: app, user: user) } ?? end
            return StreamMessage(kind: row.kind, channel: channel, cursor: cursor, data: row.data)
        }
        let data = InboxMessages.badge(excerpt.counts).data
        let badge = StreamMessage(kind: .badgeChanged, channel: channel, cursor: end, data: data)
        return InboxNews(
            counts: excerpt.counts,
            all: SharedMessages(messages + [badge]),
            withoutBadge: SharedMessages(messages)
        )
    }
}
