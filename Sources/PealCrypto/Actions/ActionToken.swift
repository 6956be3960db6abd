import PealCore

/// Lets one action of one notification be taken with no session: 32 bytes, 43 characters (R193).
///
/// Hint of app and secret (4 bytes), end in seconds since 1970 (4, big endian), tag of the user (8), signature (16). The
/// signature covers notification and action as well, which come with the call.
struct ActionToken {
    static let hintBytes = 4
    static let tagBytes = 8
    static let signatureBytes = 16
    private static let length = 32

    /// The parts before the signature.
    let head: [UInt8]
    let signature: [UInt8]

    init(head: [UInt8], signature: [UInt8]) {
        self.head = head
        self.signature = signature
    }

    /// Reads a token; `nil` for every text but the one that ``text`` gives.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 43 else { return nil }
        // Strict: the last character has two bits more than the bytes, and one token has one text.
        guard let bytes = Base64URL.decode(text), bytes.count == Self.length else { return nil }
        head = Array(bytes.prefix(Self.length - Self.signatureBytes))
        signature = Array(bytes.suffix(Self.signatureBytes))
    }

    /// The token in base64 with the URL alphabet, without padding.
    var text: String { Base64URL.encode(head + signature) }

    var hint: [UInt8] { Array(head.prefix(Self.hintBytes)) }

    var tag: [UInt8] { Array(head.suffix(Self.tagBytes)) }

    /// The first second in which it is worth nothing.
    var end: Timestamp {
        let bytes = head.dropFirst(Self.hintBytes).prefix(4)
        return Timestamp(seconds: bytes.reduce(Int64(0)) { $0 << 8 | Int64($1) })
    }

    /// The parts before the signature.
    static func head(hint: [UInt8], end: Timestamp, tag: [UInt8]) -> [UInt8] {
        // Rounded down: a token never outlives its end.
        let seconds = UInt32(clamping: end.seconds)
        return hint + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: seconds >> $0) } + tag
    }
}
