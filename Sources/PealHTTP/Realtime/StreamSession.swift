import PealCore
import PealEngine
import PealRealtime
import PealWire

/// One live connection from its first frame to its last, whatever it is framed in.
struct StreamSession {
    let subscription: StreamSubscription
    let services: LiveServices
    var client: StreamClient
    private var readers: [StreamChannel: any ChannelReader] = [:]
    /// Says what the client is looking at, once it has said so.
    private var view: LiveView?
    /// The thread that the client is looking at.
    private var thread: String?

    init(subscription: StreamSubscription, services: LiveServices, client: StreamClient) {
        self.subscription = subscription
        self.services = services
        self.client = client
    }

    /// Follows a channel, from a cursor of the client on or from now.
    /// - Throws: ``Problem`` when there is no such channel, it is not the user's, or the connection has too many.
    mutating func follow(_ name: String, since cursor: String?, at pointer: String) async throws {
        let reader = try await services.reader(of: name, for: client, at: pointer)
        do throws(StreamRefusal) {
            try subscription.follow(reader.topic, since: cursor.map(eventCursor))
        } catch {
            throw Problem.invalid("a connection follows at most \(error.limit) channels", at: pointer)
        }
        readers[reader.topic.channel] = reader
    }

    /// Ends a channel; whether the connection followed it.
    mutating func leave(_ name: String) -> Bool {
        readers[StreamChannel(rawValue: name)] = nil
        return subscription.leave(StreamChannel(rawValue: name))
    }

    /// The client is looking at a thread, or at none any more.
    ///
    /// What waited for the thread that it leaves is decided again; where that fails, it waits as long as its type says.
    @concurrent mutating func show(_ thread: String?) async {
        let shown = view ?? services.views.open(client.user, app: client.app)
        shown.show(thread)
        view = shown
        let left = self.thread
        self.thread = thread
        guard let left, left != thread else { return }
        do { try await services.threads.left(left, by: client.user, app: client.app) } catch { services.failed(error) }
    }

    /// Runs until either side ends the connection.
    /// - Parameter output: writes to the client.
    /// - Throws: when the client is gone, or cannot be told why it ends.
    @concurrent mutating func run(_ output: inout some StreamOutput) async throws {
        await TaskStack.renew(readers.count)
        let reason: StreamEnd
        do { reason = try await untilEnd(&output) } catch {
            await stopViewing()
            throw error
        }
        await stopViewing()
        services.ended(reason)
        try await output.write([.end(reason, retry: services.retry(after: reason))])
    }

    /// The client looks at nothing any more.
    @concurrent private mutating func stopViewing() async { if thread != nil { await show(nil) } }

    @concurrent private mutating func untilEnd(_ output: inout some StreamOutput) async throws -> StreamEnd {
        do {
            while true {
                let wake = await subscription.next(sink(over: output.link))
                for text in wake.inputs {
                    guard let answers = try await obey(text) else { return .malformed }
                    try await output.write(answers)
                }
                if wake.hasNews || !wake.inputs.isEmpty { try await deliver(&output) }
                if let end = wake.end { return end }
                if wake.isPingDue {
                    try await deliver(&output)
                    try await output.write([.ping(cursor: try endText())])
                }
            }
        } catch let error as StoreError {
            services.failed(error)
            return .failed
        }
    }

    /// What the hub writes to while the session waits; `nil` where it follows several channels.
    private func sink(over link: LiveLink?) -> (any StreamSink)? {
        guard let link, readers.count == 1 else { return nil }
        return readers.values.first?.sink(over: link)
    }

    /// Sends everything that is new.
    @concurrent mutating func deliver(_ output: inout some StreamOutput) async throws {
        while let batch = subscription.take() {
            var frames: [StreamFrame] = []
            for (channel, cursor) in batch.opened.sorted(by: { $0.key < $1.key }) {
                frames.append(.opened(channel, cursor: try text(cursor)))
            }
            for channel in batch.lost { frames.append(.message(try resync(channel, at: batch.end))) }
            for message in try await messages(of: batch) { frames.append(.message(message)) }
            if !frames.isEmpty { try await output.write(frames) }
            if !batch.isMore { return }
        }
    }

    /// The messages of a batch in the order of the log over all channels, the last of them with the cursor of its end: so each
    /// of them is a place to resume from.
    private mutating func messages(of batch: StreamBatch) async throws -> [StreamMessage] {
        var found: [(channel: StreamChannel, message: ChannelMessage)] = []
        for channel in Set(batch.opened.keys).union(batch.events.map(\.channel)).sorted() {
            guard var reader = readers[channel] else { continue }
            var messages: [ChannelMessage] = []
            if let start = batch.opened[channel] {
                messages += try await reader.opening().map {
                    ChannelMessage(kind: $0.kind, cursor: start, data: $0.data)
                }
            }
            let events = batch.events.filter { $0.channel == channel }.map(\.event)
            if !events.isEmpty { messages += try await reader.messages(about: events) }
            readers[channel] = reader
            if reader.isEnded { _ = leave(channel.rawValue) }
            found += messages.map { (channel, $0) }
        }
        found.sort { ($0.message.cursor ?? batch.end, $0.channel) < ($1.message.cursor ?? batch.end, $1.channel) }
        return try found.enumerated().map { index, item in
            let eventCursor =
                index == found.count - 1 && !batch.events.isEmpty ? batch.end : item.message.cursor ?? batch.end
            return StreamMessage(
                kind: item.message.kind,
                channel: item.channel,
                cursor: try text(eventCursor),
                data: item.message.data
            )
        }
    }

    private func resync(_ channel: StreamChannel, at cursor: EventCursor) throws -> StreamMessage {
        StreamMessage(kind: .resync, channel: channel, cursor: try text(cursor), data: Array("{}".utf8))
    }

    /// A cursor that is none of ours says that something was missed.
    private func eventCursor(_ cursor: String) -> EventCursor {
        services.cursor(of: cursor, for: client) ?? EventCursor(row: 0)
    }

    /// A cursor as the client sees it.
    func text(_ cursor: EventCursor) throws -> String { try services.text(of: cursor, for: client) }

    /// Where a client stands that has everything that was sent, as it sees it.
    func endText() throws -> String? { try subscription.end.map(text) }
}
