import HTTPTypes

/// The subprotocols that a WebSocket client offers (RFC 6455 §1.9); one of them may carry a token, since browsers cannot send a
/// header.
struct SocketProtocols: Equatable {
    /// The one that is spoken here.
    static let version = "peal.v1"
    private static let bearer = "bearer."

    /// What was offered.
    let offered: [String]

    init(_ headers: HTTPFields) {
        offered = headers[values: .secWebSocketProtocol].flatMap { $0.split(separator: ",") }.map { part in
            String(part.drop { $0 == " " }.prefix { $0 != " " })
        }
    }

    /// The token among them.
    var token: String? {
        offered.first { $0.hasPrefix(Self.bearer) }.map { String($0.dropFirst(Self.bearer.count)) }
    }

    /// Whether the client can be spoken with: it offers nothing, or this version.
    var isAcceptable: Bool { offered.isEmpty || offered.contains(Self.version) }
}
