import NIOCore
import NIOWebSocket
import PealRealtime
import Synchronization

/// Messages that are sent over several connections: each framing of them is made once.
final class SharedMessages: Sendable {
    let messages: [StreamMessage]
    private let made = Mutex<(chunk: ByteBuffer?, frames: [WebSocketFrame]?)>((nil, nil))

    init(_ messages: [StreamMessage]) { self.messages = messages }

    var isEmpty: Bool { messages.isEmpty }

    /// As server-sent events, in one chunk of an HTTP/1.1 body (RFC 9112 §7.1).
    var chunk: ByteBuffer {
        made.withLock { made in
            if let chunk = made.chunk { return chunk }
            let events = messages.flatMap { EventStreamOutput.bytes(.message($0)) }
            var chunk = ByteBuffer(string: String(events.count, radix: 16) + "\r\n")
            chunk.writeBytes(events)
            chunk.writeString("\r\n")
            made.chunk = chunk
            return chunk
        }
    }

    /// As texts of a WebSocket.
    var frames: [WebSocketFrame] {
        made.withLock { made in
            let frames = made.frames ?? messages.flatMap { SocketOutput.fragments($0.json) }
            made.frames = frames
            return frames
        }
    }
}
