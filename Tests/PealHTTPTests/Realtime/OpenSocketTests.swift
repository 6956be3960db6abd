import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import PealCore
import PealRealtime
import Testing

@testable import PealHTTP

@Suite("What is framed once, over a socket")
struct OpenSocketTests {
    /// Reads everything, once it is let.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var received = ByteBuffer()
        private let length: Int
        private let all: EventLoopPromise<ByteBuffer>

        init(_ length: Int, _ all: EventLoopPromise<ByteBuffer>) { (self.length, self.all) = (length, all) }

        func channelRead(context _: ChannelHandlerContext, data: NIOAny) {
            received.writeImmutableBuffer(unwrapInboundIn(data))
            if received.readableBytes >= length { all.succeed(received) }
        }

        func channelInactive(context _: ChannelHandlerContext) { all.fail(ChannelError.eof) }
    }

    /// What is written to a connection, in turn.
    private struct Part {
        let message: StreamMessage
        /// Whether the session writes it, and not the hub.
        let isOwn: Bool

        static let all = (0..<400).map { number in
            let data = Array(repeating: UInt8(0x30 + number % 10), count: 1 + number * 37 % 9_000)
            return Part(
                message: StreamMessage(kind: .notificationCreated, channel: .inbox, cursor: "c\(number)", data: data),
                isOwn: number % 7 == 0 || number % 50 < 3
            )
        }

        func bytes(isSocket: Bool) -> ByteBuffer {
            let shared = SharedMessages([message])
            return isSocket ? shared.texts : shared.chunk
        }
    }

    private static func link(_ world: LiveWorld, isSocket: Bool) throws -> LiveLink {
        LiveLink(
            subscription: try world.hub.open(world.client("a")),
            isSocket: isSocket,
            messageBytes: 1_024,
            outboxes: LoopOutboxes()
        )
    }

    /// A server whose only connection is of a link, with small buffers.
    private static func serve(_ link: LiveLink, _ accepted: EventLoopPromise<any NIOCore.Channel>) async throws
        -> any NIOCore.Channel
    {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(.socketOption(.so_sndbuf), value: 4_096)
            .childChannelInitializer { channel in
                link.attach(to: channel)
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if link.isSocket {
                        let socket = SocketHandler(subscription: link.subscription, messageBytes: 1_024)
                        try pipeline.addHandlers([WebSocketFrameEncoder(), socket])
                        link.install(socket, on: channel)
                    } else {
                        let guarding = ConnectionGuard(
                            limits: ConnectionLimits(header: .hours(1), idle: .hours(1)),
                            table: ConnectionTable(limit: 8, proxies: []),
                            openedAt: .now()
                        )
                        try pipeline.addHandlers([HTTPResponseEncoder(), guarding, LiveHandler(guarding)])
                        link.install(guarding, on: channel)
                    }
                    accepted.succeed(channel)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    @Test(
        "reaches a client in order, around what its session writes, before and after its buffers are full",
        arguments: [false, true]
    )
    func order(isSocket: Bool) async throws {
        let link = try Self.link(try await LiveWorld(), isSocket: isSocket)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let accepted = loop.makePromise(of: (any NIOCore.Channel).self)
        let server = try await Self.serve(link, accepted)
        let (all, head) = (
            loop.makePromise(of: ByteBuffer.self), "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"
        )
        var expected = ByteBuffer(string: isSocket ? "" : head)
        for part in Part.all { expected.writeImmutableBuffer(part.bytes(isSocket: isSocket)) }
        let length = expected.readableBytes
        let client = try await ClientBootstrap(group: loop)
            .channelOption(.socketOption(.so_rcvbuf), value: 4_096)
            .channelOption(.autoRead, value: false)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reader(length, all))
                }
            }
            .connect(to: try #require(server.localAddress)).get()
        let channel = try await accepted.futureResult.get()
        if !isSocket {
            channel.writeAndFlush(
                HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)),
                promise: nil
            )
        }
        var batch = link.nextBatch
        for part in Part.all {
            guard part.isOwn else {
                link.send(SharedMessages([part.message]), from: batch)
                continue
            }
            if isSocket {
                let frames = SocketOutput.fragments(part.message.json)
                // Without waiting until they are written.
                try await link.withSocket { socket in
                    _ = socket.write(frames)
                    return nil
                }
            } else {
                let events = ByteBuffer(bytes: EventStreamOutput.bytes(.message(part.message)))
                channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(events)), promise: nil)
            }
            batch = link.nextBatch
        }
        // The client has read nothing yet: the rest waits in the server.
        #expect(try await channel.getOption(.bufferedWritableBytes).get() > 0)
        try await client.setOption(.autoRead, value: true).get()
        #expect(try await all.futureResult.get() == expected)
        try await client.close()
        try await channel.closeFuture.get()
        // Its socket may be another one's by now.
        link.send(SharedMessages([Part.all[0].message]), from: link.nextBatch)
        try await channel.eventLoop.submit {}.get()
        try await server.close()
    }
}
