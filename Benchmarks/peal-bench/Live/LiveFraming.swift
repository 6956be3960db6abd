/// How a live connection is opened.
enum LiveFraming: String, CaseIterable, Sendable {
    case events = "server-sent events"
    case socket = "WebSocket"

    /// The request of a client, which follows its inbox.
    func request(token: String) -> String {
        let path = self == .events ? "/api/v1/stream?channels=inbox" : "/api/v1/realtime"
        return "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\(headers)\r\n"
    }

    /// The headers that ask for it.
    var headers: String {
        switch self {
        case .events: "Accept: text/event-stream\r\n"
        case .socket:
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        }
    }

    /// What the client sends once it is connected: the first channel, as a masked frame.
    var greeting: [UInt8] {
        guard self == .socket else { return [] }
        let text = Array(#"{"op":"subscribe","channel":"inbox"}"#.utf8)
        // A mask of zeros leaves the text as it is.
        return [0x81, 0x80 | UInt8(text.count), 0, 0, 0, 0] + text
    }

    /// What an accepted connection begins with.
    var accepted: String {
        switch self {
        case .events: "HTTP/1.1 200 "
        case .socket: "HTTP/1.1 101 "
        }
    }
}
