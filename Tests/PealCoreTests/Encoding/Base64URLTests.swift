import PealCore
import Testing

@Suite("Base64url without padding (RFC 4648 §5)")
struct Base64URLTests {
    /// RFC 4648 §10, without the padding, and bytes that tell the alphabets apart.
    static let vectors: [([UInt8], String)] = [
        (Array("".utf8), ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"), (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xFB, 0xEF, 0xFF], "--__"), ([0xFF, 0xFF, 0xFF], "____"), ([0], "AA"),
    ]

    @Test("the published vectors, both ways", arguments: vectors)
    func vector(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test("every length comes back", arguments: 0...67)
    func roundTrip(length: Int) {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ length) }
        #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
    }

    @Test(
        "anything else is refused, so that one value has one text",
        arguments: [
            "A", "AAAAA", "Zg==", "Zg=", "Zh", "Zm9", "Zm9vYmF", "+/+/", "Zm9v\n", " Zm9v", "Zm9v Zm9v", "Zé9v",
            "Zm\u{0}v",
        ]
    )
    func refused(text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test(
        "what others write is read leniently: padding, the other alphabet, bits left over",
        arguments: [
            ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zh", "f"), ("Zg", "f"), ("", ""),
        ]
    )
    func lenient(text: String, plain: String) {
        #expect(Base64URL.decodeLeniently(text) == Array(plain.utf8))
    }

    @Test("both alphabets give the same bytes")
    func alphabets() {
        #expect(Base64URL.decodeLeniently("+/+/") == Base64URL.decode("-_-_"))
        #expect(Base64URL.decodeLeniently("-_+/") == Base64URL.decode("-_-_"))
    }

    @Test(
        "padding in excess and other characters are refused all the same",
        arguments: ["Zg=", "Z===", "====", "Zm9v====", "Zm 9"]
    )
    func refusedLeniently(text: String) { #expect(Base64URL.decodeLeniently(text) == nil) }

    @Test("slices, and memory that is not in one piece, are read as well")
    func pieces() {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
        #expect(Base64URL.encode(bytes.dropFirst(2)) == Base64URL.encode([3, 4, 5, 6, 7]))
        #expect(Base64URL.encode(bytes.lazy.map { $0 }) == Base64URL.encode(bytes))
        #expect(Base64URL.decode("xxZm9v".dropFirst(2)) == Array("foo".utf8))
    }
}
