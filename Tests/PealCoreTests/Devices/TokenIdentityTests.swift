import PealCore
import Testing

@Suite("What an address is found again by")
struct TokenIdentityTests {
    @Test(
        "a subscription by its endpoint, whatever its keys are; a token by itself",
        arguments: [
            (#"{"endpoint":"https://push.example/a","keys":{"auth":"x","p256dh":"y"}}"#, "https://push.example/a"),
            (#"{"endpoint":"https://push.example/a","keys":{"auth":"z","p256dh":"y"}}"#, "https://push.example/a"),
            (#"{"endpoint":"https://push.example/\"b","keys":{}}"#, #"https://push.example/\"b"#),
            (#"{"endpoint":"open"#, #"{"endpoint":"open"#), ("ExponentPushToken[x]", "ExponentPushToken[x]"), ("", ""),
        ]
    )
    func identity(token: String, identity: String) { #expect(TokenIdentity.of(token) == identity) }
}
