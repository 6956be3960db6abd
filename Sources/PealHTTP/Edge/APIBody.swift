import HummingbirdCore
import NIOCore

/// The body of an answer.
enum APIBody: Sendable {
    /// All of it.
    case bytes([UInt8])
    /// Made while the client reads: the next chunk is asked for when the connection has taken the one before, and none any
    /// more when the client is gone.
    ///
    /// What fails before the first chunk is asked for can still be answered with a problem. An error after that cuts the
    /// answer off, which a client sees because the last chunk is missing.
    case chunks(AsyncThrowingStream<[UInt8], any Error>)
    /// A live connection: it lasts until one of both sides ends it.
    case live(LiveConnection)

    /// As the server library writes it.
    var response: ResponseBody {
        switch self {
        case .bytes(let bytes): bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .chunks(let chunks):
            ResponseBody { writer in
                // An empty chunk would be the end of the body.
                for try await chunk in chunks where !chunk.isEmpty { try await writer.write(ByteBuffer(bytes: chunk)) }
                try await writer.finish(nil)
            }
        case .live(let connection): ResponseBody { writer in try await connection.run(&writer) }
        }
    }

    /// How long it is; reads chunks to the end, one after the other.
    func length() async throws -> Int {
        switch self {
        case .bytes(let bytes): return bytes.count
        case .chunks(let chunks):
            var length = 0
            for try await chunk in chunks { length += chunk.count }
            return length
        case .live: return 0
        }
    }
}
