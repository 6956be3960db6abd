import NIOCore
import NIOPosix

/// Clients that connect and do nothing more.
struct LiveClients {
    let group: MultiThreadedEventLoopGroup
    let port: Int
    let framing: LiveFraming

    /// Opens a connection with each token; returns when the server has accepted all of them.
    func open(_ tokens: [String]) async throws -> [any Channel] {
        var channels: [any Channel] = []
        // A few at a time: the system's queue of new connections is short.
        for start in stride(from: 0, to: tokens.count, by: 50) {
            let part = tokens[start..<min(start + 50, tokens.count)]
            channels += try await withThrowingTaskGroup(of: (any Channel).self) { tasks in
                for token in part { tasks.addTask { try await connect(token) } }
                var open: [any Channel] = []
                for try await channel in tasks { open.append(channel) }
                return open
            }
        }
        return channels
    }

    private func connect(_ token: String) async throws -> any Channel {
        let accepted = group.next().makePromise(of: Void.self)
        let framing = framing
        let channel = try await ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(IdleClient(framing: framing, accepted: accepted))
            }
        }.connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: framing.request(token: token))).get()
        try await accepted.futureResult.get()
        return channel
    }
}

/// Reads until it is accepted, then drops everything.
private final class IdleClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let framing: LiveFraming
    private var accepted: EventLoopPromise<Void>?
    private var text = ""

    init(framing: LiveFraming, accepted: EventLoopPromise<Void>) {
        self.framing = framing
        self.accepted = accepted
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard let accepted else { return }
        text += String(buffer: unwrapInboundIn(data))
        guard text.utf8.count >= framing.accepted.utf8.count else { return }
        self.accepted = nil
        guard text.hasPrefix(framing.accepted) else {
            return accepted.fail(JudgeError(.unexpectedAnswer, "not accepted: \(text.prefix(400))"))
        }
        text = ""
        if !framing.greeting.isEmpty {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: framing.greeting)), promise: nil)
        }
        accepted.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        accepted?.fail(JudgeError(.unexpectedAnswer, "the server closed a connection"))
        accepted = nil
        context.fireChannelInactive()
    }
}
