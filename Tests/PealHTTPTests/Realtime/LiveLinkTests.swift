import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOWebSocket
import PealCore
import PealRealtime
import Testing

@testable import PealEngine
@testable import PealHTTP

@Suite("What the hub writes to a connection")
struct LiveLinkTests {
    private static func message(_ kind: StreamMessage.Kind, _ cursor: String) -> StreamMessage {
        StreamMessage(kind: kind, channel: .inbox, cursor: cursor, data: Array("{}".utf8))
    }

    private static let all = [message(.notificationCreated, "c1"), message(.badgeChanged, "c2")]

    private static func news(unread: Int) -> InboxNews {
        InboxNews(
            counts: CountsView(unread: unread, unseen: 0, badge: 0, badgeVersion: unread),
            all: SharedMessages(all),
            withoutBadge: SharedMessages([message(.notificationCreated, "c2")])
        )
    }

    /// A connection whose answer has begun.
    private static func open(_ world: LiveWorld, isSocket: Bool) async throws -> (NIOAsyncTestingChannel, LiveLink) {
        let client = world.client("a")
        let link = LiveLink(
            subscription: try world.hub.open(client),
            isSocket: isSocket,
            messageBytes: 1_024,
            outboxes: LoopOutboxes()
        )
        let channel = NIOAsyncTestingChannel()
        link.attach(to: channel)
        try await channel.testingEventLoop.executeInContext {
            let pipeline = channel.pipeline.syncOperations
            if isSocket {
                let socket = SocketHandler(subscription: link.subscription, messageBytes: 1_024)
                try pipeline.addHandlers([WebSocketFrameEncoder(), socket])
                link.install(socket, on: channel)
            } else {
                let guarding = ConnectionGuard(
                    limits: ConnectionLimits(),
                    table: ConnectionTable(limit: 8, proxies: []),
                    openedAt: .now()
                )
                try pipeline.addHandlers([HTTPResponseEncoder(), guarding, LiveHandler(guarding)])
            }
        }
        _ = try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        if !isSocket {
            try await channel.triggerUserOutboundEvent(link).get()
            let head = HTTPResponseHead(version: .http1_1, status: .ok)
            try await channel.writeAndFlush(HTTPServerResponsePart.head(head))
            _ = try await channel.readOutbound(as: IOData.self)
        }
        return (channel, link)
    }

    private static func frames(_ bytes: ByteBuffer) throws -> [WebSocketFrame] {
        let client = EmbeddedChannel(handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
        try client.writeInbound(bytes)
        var frames: [WebSocketFrame] = []
        while let frame = try client.readInbound(as: WebSocketFrame.self) { frames.append(frame) }
        return frames
    }

    private static func text(_ message: StreamMessage) -> String { String(decoding: message.json, as: UTF8.self) }

    @Test("server-sent events in one chunk, and the badge only when it has changed")
    func events() async throws {
        let (channel, link) = try await Self.open(try await LiveWorld(), isSocket: false)
        let sink = InboxSink(link: link, sent: SentCounts())
        for unread in [1, 1, 2] { sink.send(Self.news(unread: unread)) }
        await channel.testingEventLoop.run()
        var sizes: [Int] = []
        while case .byteBuffer(let buffer)? = try await channel.readOutbound(as: IOData.self) {
            let lines = String(buffer: buffer).split(separator: "\r\n", maxSplits: 1)
            let events = lines.last?.dropLast() ?? ""
            #expect(Int(lines.first ?? "", radix: 16) == events.utf8.count && buffer.readableBytesView.last == 10)
            sizes.append(events.split(separator: "data: ").count - 1)
            if sizes.count == 1 {
                #expect(Array(events.utf8) == Self.all.flatMap { EventStreamOutput.bytes(.message($0)) })
            }
        }
        #expect(sizes == [2, 1, 2])
        #expect(link.isReady)
        _ = try? await channel.finish()
    }

    @Test("texts of a WebSocket, and nothing after its close")
    func texts() async throws {
        let (channel, link) = try await Self.open(try await LiveWorld(), isSocket: true)
        let sink = InboxSink(link: link, sent: SentCounts())
        sink.send(Self.news(unread: 1))
        await channel.testingEventLoop.run()
        try await link.withSocket { socket in
            socket.close(4401, "token-expired")
            return nil
        }
        sink.send(Self.news(unread: 2))
        await channel.testingEventLoop.run()
        var bytes = ByteBuffer()
        if case .byteBuffer(let texts)? = try await channel.readOutbound(as: IOData.self) {
            bytes.writeImmutableBuffer(texts)
        }
        while let close = try await channel.readOutbound(as: ByteBuffer.self) { bytes.writeImmutableBuffer(close) }
        let frames = try Self.frames(bytes)
        #expect(frames.map(\.opcode) == [.text, .text, .connectionClose])
        #expect(frames.prefix(2).map { String(buffer: $0.data) } == Self.all.map(Self.text))
        _ = try? await channel.finish()
    }

    @Test("texts of any length have the frames that NIO writes", arguments: [2, 40, 300, 65_300, 65_600, 140_000])
    func lengths(_ length: Int) throws {
        let message = StreamMessage(
            kind: .badgeChanged,
            channel: .inbox,
            cursor: "c",
            data: Array(repeating: 0x31, count: length)
        )
        let server = EmbeddedChannel(handler: WebSocketFrameEncoder())
        for frame in SocketOutput.fragments(message.json) { try server.writeOutbound(frame) }
        var bytes = ByteBuffer()
        while let part = try server.readOutbound(as: ByteBuffer.self) { bytes.writeImmutableBuffer(part) }
        #expect(SharedMessages([message]).texts == bytes)
    }

    @Test("a client that takes nothing is not written to, nor one whose messages wait for the event loop")
    func slow() async throws {
        let (channel, link) = try await Self.open(try await LiveWorld(), isSocket: false)
        for isWritable in [false, true] {
            channel.isWritable = isWritable
            try await channel.testingEventLoop.executeInContext { channel.pipeline.fireChannelWritabilityChanged() }
            #expect(link.isReady == isWritable)
        }
        let sink = InboxSink(link: link, sent: SentCounts())
        let isReady = try await channel.testingEventLoop.executeInContext {
            for unread in 0..<8 { sink.send(Self.news(unread: unread)) }
            return link.isReady
        }
        #expect(!isReady)
        await channel.testingEventLoop.run()
        #expect(link.isReady)
        _ = try? await channel.finish()
    }
}
