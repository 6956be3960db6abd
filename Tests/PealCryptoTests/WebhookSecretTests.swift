import Testing

@testable import PealCrypto

@Suite("Secrets of webhooks")
struct WebhookSecretTests {
    @Test("A signature is the one that the specification of Standard Webhooks gives as its example")
    func example() throws {
        let secret = try #require(WebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = secret.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8)
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("A fresh secret has 32 bytes, and is read as it was written")
    func fresh() throws {
        let secret = WebhookSecret.generate()
        #expect(secret.text.hasPrefix("whsec_") && secret.text.utf8.count == 6 + 44)
        #expect(try #require(WebhookSecret(secret.text)) == secret)
        #expect(WebhookSecret.generate() != secret)
    }

    @Test("What is no secret is none", arguments: ["", "whsec_", "whsec_%", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    func none(_ text: String) { #expect(WebhookSecret(text) == nil) }
}
