import NIOCore
import NIOWebSocket
import Synchronization

/// Messages that are sent over several connections: each framing of them is made once.
final class SharedMessages: Sendable {
    let messages: [StreamMessage]
    private let made = Mutex<(chunk: ByteBuffer?, texts: ByteBuffer?)>((nil, nil))

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

    /// As texts of a WebSocket, with their frames.
    var texts: ByteBuffer {
        made.withLock { made in
            if let texts = made.texts { return texts }
            var texts = ByteBuffer()
            for frame in messages.flatMap({ SocketOutput.fragments($0.json) }) { texts.writeFrame(frame) }
            made.texts = texts
            return texts
        }
    }
}

extension ByteBuffer {
    /// Appends a frame of a server (RFC 6455 §5.2).
    fileprivate mutating func writeFrame(_ frame: WebSocketFrame) {
        writeInteger(UInt8(webSocketOpcode: frame.opcode) | (frame.fin ? 0x80 : 0))
        switch frame.data.readableBytes {
        case let length where length < 126: writeInteger(UInt8(length))
        case let length where length <= UInt16.max:
            writeInteger(126 as UInt8)
            writeInteger(UInt16(length))
        case let length:
            writeInteger(127 as UInt8)
            writeInteger(UInt64(length))
        }
        writeImmutableBuffer(frame.data)
    }
}
