import Foundation
import NIOCore
import NIOPosix

/// A socket that says exactly what a test wants, and hears everything.
struct RawConnection {
    private let inbound: NIOAsyncChannelInboundStream<ByteBuffer>
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private let channel: any Channel

    /// Opens a connection for as long as `body` takes, whose system keeps only so many bytes for it unread.
    static func with<Result: Sendable>(
        port: Int,
        receiving bytes: Int? = nil,
        _ body: @escaping @Sendable (RawConnection) async throws -> Result
    ) async throws -> Result {
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.minutes(10))
            .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
        if let bytes {
            bootstrap = bootstrap.channelOption(ChannelOptions.socketOption(.so_rcvbuf), value: bytes)
        }
        let channel = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                    wrappingChannelSynchronously: channel,
                    configuration: .init(isOutboundHalfClosureEnabled: true)
                )
            }
        }
        return try await channel.executeThenClose { inbound, outbound in
            try await body(RawConnection(inbound: inbound, outbound: outbound, channel: channel.channel))
        }
    }

    /// Opens a connection that says nothing, until it ends; a reset is an end too, even one that is there before the first read.
    static func untilEnded(port: Int) async throws {
        do {
            try await with(port: port) { _ = await $0.untilClosed() }
        } catch let error as IOError where error.errnoCode == ECONNRESET {}
    }

    /// Sends a text.
    func send(_ text: String) async throws { try await outbound.write(ByteBuffer(string: text)) }

    /// Sends as much of these bytes as the server takes before it closes.
    func send(whileTaken bytes: [UInt8], times: Int) async {
        for _ in 0..<times {
            do { try await outbound.write(ByteBuffer(bytes: bytes)) } catch { return }
        }
    }

    /// Everything the server says until it closes; a reset is an end too.
    func untilClosed() async -> String {
        var text = ""
        do { for try await part in inbound { text += String(buffer: part) } } catch {}
        return text
    }

    /// What the server says until a text was in it; the connection may go on afterwards.
    func until(_ end: String, then next: @escaping @Sendable (RawConnection) async throws -> Void) async throws
        -> String
    {
        var text = ""
        var hasGoneOn = false
        for try await part in inbound {
            text += String(buffer: part)
            if !hasGoneOn, text.contains(end) {
                hasGoneOn = true
                try await next(self)
            }
        }
        return text
    }

    /// Ends without a word.
    func drop() async throws { try await channel.close() }
}
