import Foundation
import HTTPTypes
import PealCrypto
import PealWire

/// The opening of a WebSocket (RFC 6455 §4.2).
enum SocketHandshake {
    private static let constant = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// The headers that accept it.
    /// - Parameter headers: those of the request.
    /// - Returns: the headers of the answer 101.
    /// - Throws: ``Problem`` when it is none, or offers other subprotocols only.
    static func answer(_ headers: HTTPFields) throws(Problem) -> HTTPFields {
        guard words(headers[values: .upgrade]).contains("websocket"),
            words(headers[values: .connection]).contains("upgrade")
        else { throw Problem(.invalid, "this endpoint speaks WebSocket: send an upgrade request", status: 426) }
        guard headers[.secWebSocketVersion] == "13" else {
            throw Problem(.invalid, "send Sec-WebSocket-Version: 13", status: 426)
        }
        guard let key = headers[.secWebSocketKey], Data(base64Encoded: key)?.count == 16 else {
            throw Problem.invalid("must be 16 bytes in Base64", at: "header:Sec-WebSocket-Key")
        }
        let protocols = SocketProtocols(headers)
        guard protocols.isAcceptable else {
            throw Problem.invalid("must contain `\(SocketProtocols.version)`", at: "header:Sec-WebSocket-Protocol")
        }
        var fields: HTTPFields = [.upgrade: "websocket", .connection: "Upgrade"]
        fields[.secWebSocketAccept] = Data(Digest.sha1(Array((key + constant).utf8))).base64EncodedString()
        if !protocols.offered.isEmpty { fields[.secWebSocketProtocol] = SocketProtocols.version }
        return fields
    }

    private static func words(_ values: [String]) -> Set<String> {
        Set(values.flatMap { $0.lowercased().split(separator: ",") }.map { $0.filter { $0 != " " } })
    }
}
