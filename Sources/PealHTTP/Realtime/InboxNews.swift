import PealEngine
import PealRealtime

/// What a round means to the clients that follow an inbox.
final class InboxNews: StreamNews {
    /// The counts after it.
    let counts: CountsView
    /// Its messages, the badge last.
    let all: SharedMessages
    /// The same for a client that has the badge.
    let withoutBadge: SharedMessages

    init(counts: CountsView, all: SharedMessages, withoutBadge: SharedMessages) {
        self.counts = counts
        self.all = all
        self.withoutBadge = withoutBadge
    }
}

/// Sends the news of an inbox over one connection.
struct InboxSink: StreamSink {
    let link: LiveLink
    let sent: SentCounts
    /// The first batch that is written after what the session has written by itself.
    private let batch: Int

    /// Begins when the session waits: it has written what it has.
    init(link: LiveLink, sent: SentCounts) {
        self.link = link
        self.sent = sent
        batch = link.nextBatch
    }

    var isReady: Bool { link.isReady }

    func send(_ news: any StreamNews) {
        guard let news = news as? InboxNews else { return }
        let messages = sent.replace(by: news.counts) ? news.all : news.withoutBadge
        if !messages.isEmpty { link.send(messages, from: batch) }
    }
}
