import NIOCore
import NIOEmbedded
import NIOWebSocket
import PealCore
import PealRealtime
import Testing

@testable import PealHTTP
@testable import PealTesting

@Suite("A WebSocket towards its client")
struct SocketHandlerTests {
    /// A connection without a network.
    private struct Scene {
        let channel = EmbeddedChannel()
        let subscription: StreamSubscription
        let socket: SocketHandler

        init(_ world: LiveWorld, stuck: Bool = false) throws {
            let client = StreamClient(app: world.app, user: "a", expiresAt: world.scene.now + .seconds(9_999))
            subscription = try world.hub.open(client)
            socket = SocketHandler(subscription: subscription, messageBytes: 1_024)
            let pipeline = channel.pipeline.syncOperations
            if stuck { try pipeline.addHandler(StuckClient()) }
            try pipeline.addHandlers([ClientFrameCheck(), socket])
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        /// The code and the reason that the client is told.
        func close() throws -> (code: UInt16?, reason: String)? {
            while var frame = try channel.readOutbound(as: WebSocketFrame.self) {
                guard frame.opcode == .connectionClose else { continue }
                let code = frame.data.readInteger(as: UInt16.self)
                return (code, String(buffer: frame.data))
            }
            return nil
        }
    }

    /// Takes nothing of what it is sent.
    private final class StuckClient: ChannelOutboundHandler {
        typealias OutboundIn = WebSocketFrame

        func write(context _: ChannelHandlerContext, data _: NIOAny, promise _: EventLoopPromise<Void>?) {}
    }

    private static func frame(
        _ opcode: WebSocketOpcode,
        masked: Bool = true,
        reserved: WebSocketFrame.ReservedBits = []
    ) -> WebSocketFrame {
        var frame = WebSocketFrame(
            fin: true,
            opcode: opcode,
            maskKey: masked ? WebSocketMaskingKey([0, 0, 0, 0]) : nil,
            data: ByteBuffer(string: "{}")
        )
        frame.reservedBits = reserved
        return frame
    }

    static let frames: [(WebSocketFrame, UInt16)] = [
        (frame(.text, masked: false), 1002), (frame(.text, reserved: .rsv1), 1002), (frame(.continuation), 1002),
        (frame(.binary), 1003),
    ]

    @Test("a frame that no client may send closes with the code of its fault", arguments: frames.indices)
    func broken(_ index: Int) async throws {
        let scene = try Scene(try await LiveWorld())
        let (frame, code) = Self.frames[index]
        try scene.channel.writeInbound(frame)
        #expect(try scene.close()?.code == code)
        #expect(await scene.subscription.next().end == .gone)
    }

    @Test("what is larger than allowed closes with 1009, and says how large it may be")
    func large() async throws {
        let scene = try Scene(try await LiveWorld())
        scene.channel.pipeline.fireErrorCaught(NIOWebSocketError.invalidFrameLength)
        let close = try scene.close()
        #expect(close?.code == 1009 && close?.reason == "larger than 1024 bytes")
    }

    @Test("a client that leaves three pings in a row unanswered is gone; any frame is an answer")
    func silent() async throws {
        let scene = try Scene(try await LiveWorld())
        for _ in 0..<2 { _ = scene.socket.ping() }
        try scene.channel.writeInbound(Self.frame(.pong))
        for _ in 0..<2 { #expect(scene.socket.ping() != nil) }
        #expect(scene.socket.ping() == nil)
        #expect(await scene.subscription.next().end == .silent)
    }

    @Test("a client that takes nothing for 30 seconds is cut off without a word")
    func slow() async throws {
        let scene = try Scene(try await LiveWorld(), stuck: true)
        _ = scene.socket.write([WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: "{}"))])
        scene.channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(scene.channel.isActive)
        scene.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!scene.channel.isActive)
        #expect(await scene.subscription.next().end == .slow)
        #expect(SocketClose(.slow, retry: .zero) == nil)
    }

    @Test("a close of the server is a frame, and the connection ends though the client does not answer it")
    func closes() async throws {
        let scene = try Scene(try await LiveWorld())
        scene.socket.close(4401, "token-expired retry=0")
        let close = try scene.close()
        #expect(close?.code == 4401 && close?.reason == "token-expired retry=0")
        #expect(scene.channel.isActive)
        scene.channel.embeddedEventLoop.advanceTime(by: .seconds(5))
        #expect(!scene.channel.isActive)
    }
}
