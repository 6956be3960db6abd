import PealCore
import PealWire

/// Takes a token apart (RFC 7519, 7.2), strictly, so that no two readers can see different claims in it.
///
/// How it decodes is a value: tests replace a part to show what strictness alone refuses.
struct TokenForm: Sendable {
    /// The longest token, in bytes.
    var sizeLimit = 8192
    /// How many parts it may have.
    var parts: ClosedRange<Int> = 3...3
    /// Reads base64url: no padding, no other character, no bits left over.
    var decode: @Sendable (Substring) -> [UInt8]? = { Base64URL.decode($0) }
    /// Reads JSON: valid UTF-8, no member twice, bounded depth, and no byte order mark, which is no part of a token (RFC 7519).
    var read: @Sendable ([UInt8]) -> JSONValue? = { bytes in
        ByteOrderMark.length(before: bytes) == 0 ? try? JSONParser.parse(bytes) : nil
    }

    /// - Throws: ``TokenRefusal`` for whatever is not a signed JWT in its compact form.
    func parse(_ text: String) throws(TokenRefusal) -> ParsedToken {
        guard text.utf8.count <= sizeLimit else { throw Self.noToken }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
        guard self.parts.contains(parts.count),
            let head = decode(parts[0]).flatMap(read)?.object,
            let claims = decode(parts[1]).flatMap(read)?.object,
            let signature = decode(parts[2])
        else { throw Self.noToken }
        let signed = Array(parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts[1].utf8)
        return ParsedToken(head: head, claims: claims, signed: signed, signature: signature)
    }

    private static let noToken = TokenRefusal(.form, "the token is not a JWT")
}

/// A token taken apart; nothing in it is trusted yet.
struct ParsedToken: Sendable {
    var head: [String: JSONValue]
    var claims: [String: JSONValue]
    /// The bytes that the signature is of.
    var signed: [UInt8]
    var signature: [UInt8]

    /// The algorithm that it names, if Peal knows it.
    var algorithm: TokenAlgorithm? { head["alg"]?.string.flatMap(TokenAlgorithm.init) }

    /// The audiences that it names: one, or a list (RFC 7519, 4.1.3); empty when it is neither.
    var audiences: [String] {
        switch claims["aud"] {
        case .string(let name): [name]
        case .array(let names) where names.allSatisfy({ $0.string != nil }): names.compactMap(\.string)
        default: []
        }
    }

    /// A claim that is an instant, in seconds since 1970.
    func seconds(_ claim: String) -> Double? {
        switch claims[claim] {
        case .integer(let seconds): Double(seconds)
        case .number(let seconds): seconds
        default: nil
        }
    }
}
