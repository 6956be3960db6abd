import PealCore
import Testing

@Suite("Percent escapes (RFC 3986 §2)")
struct PercentCodingTests {
    @Test(
        "everything but the unreserved characters is escaped, and comes back",
        arguments: [
            ("", ""), ("aZ09-._~", "aZ09-._~"), ("a b", "a%20b"), ("a/b?c#d", "a%2Fb%3Fc%23d"),
            ("é😀", "%C3%A9%F0%9F%98%80"),
            ("100%", "100%25"), ("a+b", "a%2Bb"),
        ]
    )
    func roundTrip(text: String, escaped: String) {
        #expect(PercentCoding.encode(text) == escaped)
        #expect(PercentCoding.decode(escaped) == text)
        #expect(PercentCoding.decode(escaped.lowercased()) == text.lowercased())
    }

    @Test("a plus is a space in queries and forms only")
    func plus() {
        #expect(PercentCoding.decode("a+b%2Bc", plusIsSpace: true) == "a b+c")
        #expect(PercentCoding.decode("a+b%2Bc") == "a+b+c")
    }

    @Test(
        "half an escape, a sign for a digit, and what is not UTF-8 are refused",
        arguments: ["%", "a%4", "%4g", "%+5", "%-0", "%C3", "%FF"]
    )
    func refused(text: String) { #expect(PercentCoding.decode(text) == nil) }

    @Test("part of a text is read as well")
    func piece() { #expect(PercentCoding.decode("x=a%20b".dropFirst(2)) == "a b") }
}
