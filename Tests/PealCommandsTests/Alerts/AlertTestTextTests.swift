import PealCore
import PealProviderKit
import Testing

@testable import PealCommands
@testable import PealEngine

@Suite("What `peal alerts test` prints")
struct AlertTestTextTests {
    private static let results: [(HTTPResult, String)] = [
        (answered(200), "ok      slack (hooks.slack.example): answered 200 in 0.12 s"),
        (answered(202), "ok      slack (hooks.slack.example): answered 202 in 0.12 s"),
        (answered(404, "no_service"), "it does not know the address (404, no_service)"),
        (answered(403, "invalid token x://secret"), "it rejects the credentials (403)"),
        (answered(302), "it redirects, which is not followed (302)"), (answered(429), "it asks to wait (429)"),
        (answered(500), "it fails (500)"), (answered(400), "it rejects the message (400)"),
        (.notSent(reason: "connection-refused"), "connection refused"),
        (.notSent(reason: "endpoint-refused"), "the URL may not be called; name its host:port in `allow`"),
        (
            .notSent(reason: "no-public-address"),
            "its host has no public address; name its host:port in `allow` where it is in a private network"
        ),
        (.answerLost(reason: "deadline-exceeded"), "timed out"),
    ]

    private static func answered(_ status: Int, _ body: String = "") -> HTTPResult {
        .answered(HTTPAnswer(status: status, body: Array(body.utf8)))
    }

    @Test("who answered, or why not in words, with the host and without the URL", arguments: results)
    func line(result: HTTPResult, expected: String) {
        let url = "https://hooks.slack.example/services/secret-part"
        let destination = AlertDestination(
            name: "slack",
            host: "hooks.slack.example",
            way: .slack(url: url),
            transport: HTTPTransport { _ in result }
        )
        let attempt = AlertAttempt(result, now: Timestamp(seconds: 1_790_000_000))
        let line = AlertTestText.line(
            AlertTestResult(destination, attempt, took: .milliseconds(120)),
            TerminalStyle(isColoured: false)
        )
        let isTaken = expected.hasPrefix("ok")
        #expect(line == (isTaken ? expected : "FAILED  slack (hooks.slack.example): \(expected), after 0.12 s"))
        #expect(!line.contains("secret-part"))
    }
}
