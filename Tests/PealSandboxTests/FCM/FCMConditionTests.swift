import Testing

@testable import PealSandbox

@Suite("A condition on topics")
struct FCMConditionTests {
    @Test(
        "is read as FCM does",
        arguments: [
            ("'a' in topics", true), (" 'a' in topics && ( 'b' in topics || !('c' in topics) ) ", true),
            ("'a'in topics&&'b'in topics", true),
            ("'a' in topics || 'b' in topics || 'c' in topics || 'd' in topics || 'e' in topics", true),
            (
                "'a' in topics && 'b' in topics && 'c' in topics && 'd' in topics && 'e' in topics && 'f' in topics",
                false
            ),
            ("", false), ("'a'", false), ("'a' in topic", false), ("a in topics", false), ("'a in topics", false),
            ("('a' in topics", false), ("'a' in topics)", false), ("'a' in topics &&", false), ("'' in topics", false),
            ("'a b' in topics", false), (String(repeating: "!", count: 16) + "'a' in topics", true),
            (String(repeating: "!", count: 17) + "'a' in topics", false),
        ]
    )
    func condition(text: String, isValid: Bool) { #expect(FCMCondition.isValid(text) == isValid) }
}
