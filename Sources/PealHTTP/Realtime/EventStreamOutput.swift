import HummingbirdCore
import NIOCore
import PealCore
import PealRealtime

/// Frames as server-sent events (HTML standard, 9.2).
struct EventStreamOutput: StreamOutput {
    var writer: any ResponseBodyWriter
    let link: LiveLink?

    /// Begins: how long the client waits before it comes back when the connection breaks.
    @concurrent mutating func begin(retry: Duration) async throws {
        try await writer.write(ByteBuffer(string: "retry: \(retry.wholeMilliseconds)\n\n"))
    }

    @concurrent mutating func write(_ frames: [StreamFrame]) async throws {
        let bytes = frames.flatMap(Self.bytes)
        if !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
        guard case .end(let end, _)? = frames.last else { return }
        guard end != .gone, end != .slow else { throw ChannelError.eof }
        try await writer.finish(nil)
    }

    /// One frame as text.
    ///
    /// A block without data sets the cursor that the client resumes from, and dispatches nothing.
    static func bytes(_ frame: StreamFrame) -> [UInt8] {
        switch frame {
        case .opened(_, let cursor): Array("id: \(cursor)\n\n".utf8)
        case .message(let message):
            Array("event: \(message.kind.rawValue)\nid: \(message.cursor)\ndata: ".utf8) + message.json
                + Array("\n\n".utf8)
        case .ping(let cursor): Array((cursor.map { ": ping\nid: \($0)\n\n" } ?? ": ping\n\n").utf8)
        case .answer: []
        case .end(.gone, _), .end(.slow, _): []
        case .end(let end, let retry): Array(": \(end.rawValue)\nretry: \(retry.wholeMilliseconds)\n\n".utf8)
        }
    }
}
