import PealCore
import Testing

@Suite("ASCII classes")
struct ASCIITests {
    private static func bytes(_ isIn: (UInt8) -> Bool) -> String {
        String(decoding: (UInt8.min...UInt8.max).filter(isIn), as: UTF8.self)
    }

    @Test("hold exactly their characters, of all 256 bytes")
    func classes() {
        let (upper, lower, digits) = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789")
        #expect(Self.bytes(\.isASCIIDigit) == digits)
        #expect(Self.bytes(\.isASCIILowercase) == lower)
        #expect(Self.bytes(\.isASCIILetter) == upper + lower)
        #expect(Self.bytes(\.isASCIIAlphanumeric) == digits + upper + lower)
    }

    @Test(
        "a text of letters, digits and named others",
        arguments: [
            ("", true), ("aZ9", true), ("a_b-c", true), ("a.b", false), ("é", false), ("a\u{0}", false), ("１", false),
        ]
    )
    func text(text: String, isOnly: Bool) { #expect(text.isASCIIAlphanumeric(or: "_-") == isOnly) }
}
