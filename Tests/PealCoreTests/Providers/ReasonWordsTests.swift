import Testing

@testable import PealCore

@Suite("The words for a reason")
struct ReasonWordsTests {
    @Test(
        "say what a code means",
        arguments: [
            ("connection-refused", "connection refused"), ("name-not-resolved", "name not found"),
            ("deadline-exceeded", "timed out"), ("connect-timeout", "connection timed out"),
            ("certificate-not-verified", "certificate not verified"), ("tls-handshake-failed", "TLS handshake failed"),
            ("token-connection-refused", "no access token: connection refused"),
            ("token-http-503", "no access token: HTTP status 503"), ("HTTP_503", "HTTP status 503"),
            ("token-errno-111", "no access token: connection refused"),
            ("token-errno-9", "no access token: connection failed"),
            ("errno-109", "credentials rejected (error 109)"), ("errno-777", "error 777"),
            ("remote-connection-closed", "remote connection closed"),
            ("BadDeviceToken", "BadDeviceToken"), ("UNREGISTERED", "UNREGISTERED"), ("invalid_grant", "invalid_grant"),
            ("no fcm client is configured", "no fcm client is configured"), ("token-malformed", "token malformed"),
            ("", ""),
        ]
    )
    func words(code: String, words: String) { #expect(ReasonWords.of(code) == words) }

    @Test("never hold the name of a system's number", arguments: ["errno-", "token-errno-"])
    func numbers(prefix: String) {
        for number in 0..<1_000 { #expect(!ReasonWords.of("\(prefix)\(number)").contains("errno")) }
    }
}
