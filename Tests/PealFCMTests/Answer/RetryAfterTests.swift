import PealCore
import PealProviderKit
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let example: Int64 = 784_111_777

    @Test(
        "is read from seconds and from HTTP's three date forms",
        arguments: [
            ("0", 0), ("7", 7), ("120", 120), ("  30 ", 30), ("99999999999999999999", 86_400), ("86401", 86_400),
            ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
            ("Sunday, 06-Nov-94 08:49:47 GMT", 10),
            ("Sun Nov  6 08:49:47 1994", 10),
            ("Sun, 06 Nov 1994 08:49:07 GMT", 0),
            ("Mon, 06 Nov 1995 08:49:37 GMT", 86_400),
        ]
    )
    func reads(_ value: String, seconds: Int64) {
        #expect(RetryAfter.parse(value, now: Timestamp(seconds: Self.example)) == .seconds(seconds))
    }

    @Test(
        "that is neither is no wait",
        arguments: [
            "", " ", "-1", "1.5", "7s", "soon", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        ]
    )
    func refuses(_ value: String) {
        #expect(RetryAfter.parse(value, now: Timestamp(seconds: Self.example)) == nil)
    }
}
