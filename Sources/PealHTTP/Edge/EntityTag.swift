import HTTPTypes
import PealCore
import PealCrypto

/// The version of an answer, by which a client asks whether it has changed (RFC 9110, 8.8.3).
struct EntityTag: Sendable, Equatable {
    /// As it stands in the header, with its quotes.
    let text: String

    /// The tag of these bytes.
    init(of bytes: [UInt8]) {
        text = "\"\(Hexadecimal.text(Digest.sha256(bytes).prefix(12)))\""
    }

    init(text: String) { self.text = text }

    /// Whether a client that sends this `If-None-Match` has the answer already; weak tags are compared as strong ones.
    ///
    /// A proxy that compresses answers names the coding in the tag, and hands it on so: it is the same answer.
    func isKnown(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " }.prefix { $0 != " " }
            return tag == "*" || isSame(tag.hasPrefix("W/") ? tag.dropFirst(2) : tag)
        }
    }

    private func isSame(_ tag: Substring) -> Bool {
        if tag == text { return true }
        let start = text.dropLast()
        guard text.last == "\"", tag.hasPrefix(start), tag.hasSuffix("\"") else { return false }
        let added = tag.dropFirst(start.count).dropLast()
        // Apache, lighttpd, Caddy and Jetty: `-gzip`, `--gzip`, `;gzip`.
        let coding = added.drop { $0 == "-" || $0 == ";" }
        return coding.count < added.count && Self.codings.contains(coding.lowercased())
    }

    private static let codings: Set<String> = ["gzip", "x-gzip", "br", "brotli", "deflate", "zstd", "compress"]
}

extension APIResponse {
    /// The same answer with its tag, or 304 when the client has it.
    func tagged(for headers: HTTPFields) -> APIResponse {
        guard status == 200, case .bytes(let bytes) = content else { return self }
        var answer = self
        let tag = self.headers[.eTag].map { EntityTag(text: $0) } ?? EntityTag(of: bytes)
        answer.headers[.eTag] = tag.text
        // A client may keep it, and has to ask each time.
        answer.headers[.cacheControl] = "private, no-cache"
        guard tag.isKnown(headers[.ifNoneMatch]) else { return answer }
        answer.status = 304
        answer.content = .bytes([])
        answer.contentType = ""
        return answer
    }
}
