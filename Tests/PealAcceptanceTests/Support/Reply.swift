import NIOHTTP1

/// What the server answered to one request.
struct Reply: Sendable, CustomStringConvertible {
    let request: String
    let status: Int
    let headers: HTTPHeaders
    let bytes: [UInt8]

    /// The body as JSON; `null` when it is none.
    var json: JSON { (try? JSON(parsing: bytes)) ?? .null }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The problem's code.
    var code: String? { json["code"].string }
    /// Where the problem lies, by JSON pointer, in order.
    var pointers: [String] { json["errors"].items.compactMap { $0["pointer"].string } }

    subscript(header: String) -> String? { headers.first(name: header) }

    var description: String { "\(request) → \(status) \(text.prefix(1000))" }

    /// The body of an answer that must have a status.
    func expecting(_ statuses: Int...) throws -> JSON {
        guard statuses.contains(status) else { throw UnexpectedReply(reply: self) }
        return json
    }
}

/// An answer that the rest of a test cannot go on from.
struct UnexpectedReply: Error, CustomStringConvertible {
    let reply: Reply
    var description: String { "unexpected answer: \(reply)" }
}
