import NIOHTTP1

/// The `Transfer-Encoding` header (RFC 9112 §6.1): `chunked` and nothing else, since no other coding is decoded.
///
/// A coding that one side ignores and the other does not makes them see different bodies (request smuggling).
enum TransferCoding {
    static func isAcceptable(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        guard !codings.isEmpty else { return true }
        return head.version == .http1_1 && codings.count == 1 && codings[0].lowercased() == "chunked"
    }
}
