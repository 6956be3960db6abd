import JudgeKit
import NIOCore
import NIOPosix

/// Clients that connect, and read what they are sent.
struct LiveClients {
    let group: MultiThreadedEventLoopGroup
    let port: Int
    /// What an accepted connection begins with.
    let accepted: String
    /// What a client sends once it is accepted.
    var greeting: [UInt8] = []
    /// Makes what reads the bytes that arrive at one connection; `nil` drops them.
    var reader: (@Sendable () -> any LiveReader)?

    /// Opens a connection with each request; returns when the server has accepted all of them.
    func open(_ requests: [String]) async throws -> [any Channel] {
        var channels: [any Channel] = []
        // A few at a time: the system's queue of new connections is short.
        for start in stride(from: 0, to: requests.count, by: 50) {
            let part = requests[start..<min(start + 50, requests.count)]
            channels += try await withThrowingTaskGroup(of: (any Channel).self) { tasks in
                for request in part { tasks.addTask { try await connect(request) } }
                var open: [any Channel] = []
                for try await channel in tasks { open.append(channel) }
                return open
            }
        }
        return channels
    }

    private func connect(_ request: String) async throws -> any Channel {
        let isAccepted = group.next().makePromise(of: Void.self)
        let (accepted, greeting, reader) = (accepted, greeting, reader)
        let channel = try await ClientBootstrap(group: group).channelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let client = LiveClient(accepted, greeting, reader?(), isAccepted: isAccepted)
                try channel.pipeline.syncOperations.addHandler(client)
            }
        }.connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: request)).get()
        try await isAccepted.futureResult.get()
        return channel
    }
}

/// Reads until it is accepted, then hands on or drops everything.
private final class LiveClient: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let accepted: String
    private let greeting: [UInt8]
    private let reader: (any LiveReader)?
    private var isAccepted: EventLoopPromise<Void>?
    private var text = ""

    init(_ accepted: String, _ greeting: [UInt8], _ reader: (any LiveReader)?, isAccepted: EventLoopPromise<Void>) {
        self.accepted = accepted
        self.greeting = greeting
        self.reader = reader
        self.isAccepted = isAccepted
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        guard let isAccepted else {
            reader?.read(buffer.readableBytesView)
            return
        }
        text += String(buffer: buffer)
        guard text.utf8.count >= accepted.utf8.count else { return }
        self.isAccepted = nil
        guard text.hasPrefix(accepted) else {
            return isAccepted.fail(JudgeError(.unexpectedAnswer, "not accepted: \(text.prefix(400))"))
        }
        text = ""
        if !greeting.isEmpty {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: greeting)), promise: nil)
        }
        isAccepted.succeed()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isAccepted?.fail(JudgeError(.unexpectedAnswer, "the server closed a connection"))
        isAccepted = nil
        context.fireChannelInactive()
    }
}
