import Testing

@testable import PealHTTP

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
}
