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

    @Test(
        "an endpoint by one spelling of scheme, host and port; its path as it is",
        arguments: [
            ("https://Push.Example/A", "https://push.example/A"), ("HTTPS://push.example/A", "https://push.example/A"),
            ("https://push.example:443/A", "https://push.example/A"),
            ("https://push.example:/A", "https://push.example/A"),
            ("https://PUSH.example:443", "https://push.example"),
            ("https://push.EXAMPLE?Q=1", "https://push.example?Q=1"),
            ("https://push.example:8443/A", "https://push.example:8443/A"),
            ("https://push.example/A:443", "https://push.example/A:443"),
            ("https://push.example/%2f", "https://push.example/%2f"), ("https://[::1]:443/a", "https://[::1]/a"),
            ("https://User@Push.Example/a", "https://User@Push.Example/a"), ("nothing", "nothing"), ("", ""),
        ]
    )
    func endpoint(written: String, canonical: String) {
        #expect(TokenIdentity.canonicalEndpoint(written) == canonical)
        let token = { (endpoint: String) in #"{"endpoint":"\#(endpoint)","keys":{"auth":"X"}}"# }
        #expect(TokenIdentity.canonicalSubscription(token(written)) == token(canonical))
    }
}
