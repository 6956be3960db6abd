import NIOCore
import NIOWebSocket
import PealCore
import PealRealtime

/// Frames as messages of a WebSocket.
struct SocketOutput: StreamOutput {
    private let live: LiveLink
    /// The largest frame to a client, in bytes.
    static let largestFrame = 64 * 1024

    init(link: LiveLink) { live = link }

    var link: LiveLink? { live }

    @concurrent func write(_ frames: [StreamFrame]) async throws {
        let messages = frames.compactMap(Self.text).flatMap(Self.fragments)
        if !messages.isEmpty {
            try await send { $0.write(messages) }
        }
        for frame in frames {
            switch frame {
            case .ping: try await send { $0.ping() }
            case .end(let end, let retry):
                guard let code = SocketClose(end, retry: retry) else { continue }
                try await send { socket in
                    socket.close(code.code, code.reason)
                    return nil
                }
                try await live.untilClosed()
            default: break
            }
        }
    }

    private func send(_ body: @escaping @Sendable (SocketHandler) -> EventLoopFuture<Void>?) async throws {
        try await live.withSocket(body)
    }

    /// One frame as JSON; `nil` for what is no text.
    static func text(_ frame: StreamFrame) -> [UInt8]? {
        switch frame {
        case .opened(let channel, let cursor): operation("subscribed", channel: channel, cursor: cursor)
        case .message(let message): message.json
        case .ping(let cursor): operation("ping", cursor: cursor)
        case .answer(let json): json
        case .end: nil
        }
    }

    /// Something that is about the connection and not about what happened.
    static func operation(_ name: String, channel: StreamChannel? = nil, cursor: String? = nil) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("op", name)
                writer.member("channel", channel?.rawValue)
                writer.member("cursor", cursor)
            }
        }
    }

    /// A text in frames that are small enough for any client.
    static func fragments(_ text: [UInt8]) -> [WebSocketFrame] {
        let size = largestFrame
        let parts = stride(from: 0, to: max(1, text.count), by: size).map { text[$0..<min($0 + size, text.count)] }
        return parts.enumerated().map { index, part in
            WebSocketFrame(
                fin: index == parts.count - 1,
                opcode: index == 0 ? .text : .continuation,
                data: ByteBuffer(bytes: part)
            )
        }
    }
}
