import PealCore
import PealGzip
import PealProviderKit
import PealTesting
import Testing

@testable import PealExpo
@testable import PealSandbox

@Suite("A batch for Expo")
struct ExpoBatchSenderTests {
    /// Answers for the tokens of a request; keeps what was sent.
    private static func run(
        _ tokens: [String],
        accessToken: String? = nil,
        answer: @escaping @Sendable ([String]) -> HTTPResult
    ) async throws -> (outcomes: [SendOutcome], calls: [HTTPCall]) {
        let network = ScriptedTransport { call in answer(Self.tokens(in: call)) }
        let wire = ExpoWire(
            options: try ExpoOptions(accessToken: accessToken),
            transport: network.transport,
            now: { TestClock().now }
        )
        let items = tokens.map { ExpoBatchItem(token: $0, json: Array(#"{"to":"\#($0)"}"#.utf8)) }
        return (await ExpoBatchSender(wire: wire).deliver(items), network.sent)
    }

    private static func tokens(in call: HTTPCall) -> [String] {
        let isSmall = call.headers.contains { $0.name == "Content-Encoding" && $0.value == "gzip" }
        let body = isSmall ? Gzip.expand(call.body, limit: 1 << 20) : call.body
        return body.flatMap { JSONText.parse($0)?.array }?.compactMap { $0.object?["to"]?.string } ?? []
    }

    private static func good(_ tokens: [String]) -> HTTPResult {
        let tickets = tokens.map { #"{"status":"ok","id":"id-\#($0)"}"# }.joined(separator: ",")
        return .answered(HTTPAnswer(status: 200, body: Array(#"{"data":[\#(tickets)]}"#.utf8)))
    }

    private static func refused(_ code: String, status: Int = 400, details: String = "null") -> HTTPResult {
        let body = #"{"errors":[{"code":"\#(code)","message":"no","details":\#(details)}]}"#
        return .answered(HTTPAnswer(status: status, body: Array(body.utf8)))
    }

    private static let hundred = (0..<100).map { "t\($0)" }

    @Test("is one request with the headers Expo asks for")
    func headers() async throws {
        let (outcomes, calls) = try await Self.run(["a", "b"], accessToken: "secret") {
            Self.good($0)
        }
        #expect(outcomes == [.accepted(receipt: "id-a"), .accepted(receipt: "id-b")])
        let call = try #require(calls.first)
        #expect(calls.count == 1)
        #expect(call.url == "https://exp.host/--/api/v2/push/send")
        #expect(call.body == Array(#"[{"to":"a"},{"to":"b"}]"#.utf8))
        #expect(
            call.headers.map { "\($0.name): \($0.value)" } == [
                "Content-Type: application/json", "Accept: application/json", "Accept-Encoding: gzip, deflate",
                "Authorization: Bearer secret",
            ]
        )
    }

    @Test("asks for compressed answers, and shows no token unless told to")
    func plainHeaders() async throws {
        let (_, calls) = try await Self.run(["a"]) { Self.good($0) }
        #expect(calls.first?.headers.map(\.name) == ["Content-Type", "Accept", "Accept-Encoding"])
    }

    @Test("above 1024 bytes is compressed", arguments: [(1024, false), (1025, true)])
    func gzip(_ size: Int, isCompressed: Bool) async throws {
        let token = String(repeating: "x", count: size - #"[{"to":""}]"#.utf8.count)
        let (outcomes, calls) = try await Self.run([token]) { $0 == [token] ? Self.good(["x"]) : Self.refused("NO") }
        #expect(outcomes == [.accepted(receipt: "id-x")])
        #expect(calls.first?.headers.contains { $0.name == "Content-Encoding" } == isCompressed)
        #expect((calls.first?.body.count ?? 0) < size + (isCompressed ? 0 : 1))
    }

    @Test("with one bad message costs that message alone", arguments: [0, 1, 49, 50, 99])
    func oneBad(_ bad: Int) async throws {
        let (outcomes, calls) = try await Self.run(Self.hundred) { tokens in
            tokens.contains("t\(bad)") ? Self.refused("VALIDATION_ERROR") : Self.good(tokens)
        }
        for (index, outcome) in outcomes.enumerated() {
            let expected: SendOutcome =
                index == bad
                ? .rejected(reason: "VALIDATION_ERROR", scope: .message) : .accepted(receipt: "id-t\(index)")
            #expect(outcome == expected)
        }
        #expect(calls.count <= 15)
        let sent = calls.flatMap { Self.tokens(in: $0) }.filter { $0 == "t\((bad + 50) % 100)" }
        #expect(sent.count == 2, "a good one of the other half goes twice: refused once, taken once")
    }

    @Test("of bad messages alone costs a bounded number of requests, and what is not known to be bad is kept")
    func allBad() async throws {
        let (outcomes, calls) = try await Self.run(Self.hundred) { _ in Self.refused("VALIDATION_ERROR") }
        #expect(calls.count == ExpoBatchSender.requestLimit)
        for outcome in outcomes {
            #expect(
                outcome == .rejected(reason: "VALIDATION_ERROR", scope: .message)
                    || outcome == .unavailable(reason: "batch-refused", retryAfter: nil)
            )
        }
        #expect(outcomes.contains(.unavailable(reason: "batch-refused", retryAfter: nil)))
    }

    @Test("of several projects is sent once to each")
    func projects() async throws {
        let (outcomes, calls) = try await Self.run(["a1", "b1", "a2", "c1"]) { tokens in
            guard Set(tokens.map { $0.prefix(1) }).count > 1 else { return Self.good(tokens) }
            return Self.refused(
                "PUSH_TOO_MANY_EXPERIENCE_IDS",
                details: #"{"@x/a":["a1","a2"],"@x/b":["b1"],"@x/c":["c1"]}"#
            )
        }
        #expect(outcomes == ["a1", "b1", "a2", "c1"].map { .accepted(receipt: "id-\($0)") })
        #expect(calls.count == 4)
        #expect(Set(calls.dropFirst().map { Self.tokens(in: $0) }) == [["a1", "a2"], ["b1"], ["c1"]])
    }

    @Test(
        "of several projects Expo does not name is divided until they are apart",
        arguments: ["null", "[]", "{}", "7"]
    )
    func namelessProjects(_ details: String) async throws {
        let (outcomes, _) = try await Self.run(["a1", "b1", "a2"]) { tokens in
            Set(tokens.map { $0.prefix(1) }).count > 1
                ? Self.refused("PUSH_TOO_MANY_EXPERIENCE_IDS", details: details) : Self.good(tokens)
        }
        #expect(outcomes == ["a1", "b1", "a2"].map { .accepted(receipt: "id-\($0)") })
    }

    @Test("of one message for several projects is the operator's matter")
    func oneForSeveral() async throws {
        let (outcomes, calls) = try await Self.run(["a"]) { _ in Self.refused("PUSH_TOO_MANY_EXPERIENCE_IDS") }
        #expect(outcomes == [.rejected(reason: "PUSH_TOO_MANY_EXPERIENCE_IDS", scope: .configuration)])
        #expect(calls.count == 1)
    }

    @Test("of too many messages is halved")
    func tooMany() async throws {
        let (outcomes, calls) = try await Self.run(Self.hundred) { tokens in
            tokens.count > 30 ? Self.refused("PUSH_TOO_MANY_NOTIFICATIONS") : Self.good(tokens)
        }
        #expect(outcomes == Self.hundred.map { .accepted(receipt: "id-\($0)") })
        #expect(calls.count == 7)
    }

    @Test("whose answer is lost is open as a whole, and what was not sent yet is tried later")
    func lost() async throws {
        let (outcomes, calls) = try await Self.run(["a", "b", "c", "d"]) { tokens in
            switch tokens.count {
            case 4: Self.refused("VALIDATION_ERROR")
            default: .answerLost(reason: "timeout")
            }
        }
        let unknown = SendOutcome.unknown(reason: "timeout")
        let later = SendOutcome.unavailable(reason: "timeout", retryAfter: nil)
        #expect(outcomes == [unknown, unknown, later, later])
        #expect(calls.count == 2)
    }

    @Test("ends at once when Expo wants no more", arguments: [429, 503, 401])
    func stops(_ status: Int) async throws {
        let (outcomes, calls) = try await Self.run(["a", "b", "c", "d"]) { tokens in
            tokens.count == 4 ? Self.refused("VALIDATION_ERROR") : Self.refused("NO", status: status)
        }
        #expect(calls.count == 2)
        #expect(Set(outcomes.map { "\($0)" }).count == 1)
        #expect(!outcomes.contains(.unknown(reason: "NO")))
    }

    @Test("that never left is tried later")
    func notSent() async throws {
        let (outcomes, _) = try await Self.run(["a", "b"]) { _ in .notSent(reason: "connection-failed") }
        let later = SendOutcome.unavailable(reason: "connection-failed", retryAfter: nil)
        #expect(outcomes == [later, later])
    }
}
