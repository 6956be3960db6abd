import NIOCore
import NIOWebSocket
import PealRealtime
import Synchronization

/// Messages that are sent over several connections: each framing of them is made once.
final class SharedMessages: Sendable {
    let messages: [StreamMessage]
    private let made = Mutex<(events: ByteBuffer?, frames: [WebSocketFrame]?)>((nil, nil))

    init(_ messages: [StreamMessage]) { self.messages = messages }

    var isEmpty: Bool { messages.isEmpty }

    /// As server-sent events.
    var events: ByteBuffer {
        made.withLock { made in
            let events = made.events ?? ByteBuffer(bytes: messages.flatMap { EventStreamOutput.bytes(.message($0)) })
            made.events = events
            return events
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
