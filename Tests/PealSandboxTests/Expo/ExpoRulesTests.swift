import PealCore
import PealProviderKit
import Testing

@testable import PealSandbox

@Suite("The simulator's rules")
struct ExpoRulesTests {
    private static let send = "/--/api/v2/push/send"
    private static let receipts = "/--/api/v2/push/getReceipts"

    private static func code(_ answer: (status: Int, json: JSONValue)) -> String? {
        answer.json.object?["errors"]?.array?.first?.object?["code"]?.string
    }

    @Test("a single message has a single ticket, a list has a list, and `to` may be a list too")
    func shapes() async throws {
        try await ExpoBench.run { bench in
            let (one, two) = (bench.simulator.makeToken(project: "a"), bench.simulator.makeToken(project: "a"))
            let single = await bench.post(Self.send, #"{"to":"\#(one)","body":"x"}"#)
            #expect(single.json.object?["data"]?.object?["status"] == .string("ok"))
            let many = await bench.post(Self.send, #"[{"to":["\#(one)","\#(two)"]},{"to":"\#(one)"}]"#)
            #expect(many.json.object?["data"]?.array?.count == 3)
            #expect(bench.simulator.requestLog.counters.accepted == 4)
        }
    }

    @Test(
        "a request that is wrong is refused as a whole",
        arguments: [
            "", "{", "[]", "7", "[7]", #"{"body":"x"}"#, #"{"to":7}"#, #"{"to":[]}"#,
            #"{"to":["T",7]}"#, #"{"to":"T","title":7}"#, #"{"to":"T","ttl":-1}"#, #"{"to":"T","ttl":"1"}"#,
            #"{"to":"T","priority":"urgent"}"#, #"{"to":"T","interruptionLevel":"loud"}"#, #"{"to":"T","data":"x"}"#,
            #"{"to":"T","_contentAvailable":1}"#, #"{"to":"T","_displayInForeground":"yes"}"#, #"{"to":"T","sound":7}"#,
            #"{"to":"T","extra":1}"#,
            #"[{"to":"T"},{"to":"T","badge":1.5}]"#,
        ]
    )
    func invalid(_ body: String) async throws {
        try await ExpoBench.run { bench in
            let token = bench.simulator.makeToken(project: "a")
            let answer = await bench.post(Self.send, body.replacing(#""T""#, with: "\"\(token)\""))
            #expect(answer.status == 400)
            #expect(Self.code(answer) == "VALIDATION_ERROR")
            #expect(bench.simulator.requestLog.counters.accepted == 0)
        }
    }

    @Test(
        "one recipient that is no push token has a ticket that says so, and the others are sent to",
        arguments: [
            ("x", "is not a valid Expo push token"), ("", "is not a valid Expo push token"),
            ("ExponentPushToken[]", "is not a valid Expo push token"),
            // The form of old tokens.
            ("F5741A13-BCDA-434B-A316-5DC0E6FFA94F", "is not a registered push notification recipient"),
        ]
    )
    func malformedRecipient(_ text: String, problem: String) async throws {
        try await ExpoBench.run { bench in
            let token = bench.simulator.makeToken(project: "a")
            let messages = #"[{"to":["\#(token)","\#(text)"]},{"to":"\#(token)","_displayInForeground":true}]"#
            let answer = await bench.post(Self.send, messages)
            #expect(answer.status == 200)
            let tickets = try #require(answer.json.object?["data"]?.array).compactMap(\.object)
            #expect(tickets.map { $0["status"] } == [.string("ok"), .string("error"), .string("ok")])
            #expect(tickets[1]["message"] == .string("\"\(text)\" \(problem)"))
            #expect(tickets[1]["details"]?.object?["error"] == .string("DeviceNotRegistered"))
        }
    }

    @Test("an answer is compressed for whoever reads that", arguments: ["gzip, deflate", "identity"])
    func compression(_ accepted: String) async throws {
        try await ExpoBench.run { bench in
            let call = HTTPCall(
                url: (bench.simulator.baseURL ?? "") + Self.receipts,
                headers: [("content-type", "application/json"), ("accept-encoding", accepted)],
                body: Array(#"{"ids":["a"]}"#.utf8),
                timeout: .seconds(120)
            )
            guard case .answered(let answer) = await HTTPTransport.client(bench.client).send(call) else {
                Issue.record("no answer")
                return
            }
            let isCompressed = accepted.contains("gzip")
            #expect(answer.header("content-encoding") == (isCompressed ? "gzip" : nil))
            // The client has expanded it already.
            #expect(JSONText.parse(answer.body) == .object(["data": .object([:])]))
        }
    }

    @Test("at most a hundred recipients and one project a request, at most a thousand receipts")
    func limits() async throws {
        try await ExpoBench.run { bench in
            let (one, two) = (bench.simulator.makeToken(project: "a"), bench.simulator.makeToken(project: "b"))
            let list = { (count: Int) in "[" + Array(repeating: "\"\(one)\"", count: count).joined(separator: ",") + "]"
            }
            let hundred = await bench.post(Self.send, #"{"to":\#(list(100))}"#)
            #expect(hundred.status == 200)
            let more = await bench.post(Self.send, #"{"to":\#(list(101))}"#)
            #expect(Self.code(more) == "PUSH_TOO_MANY_NOTIFICATIONS")
            let mixed = await bench.post(Self.send, #"[{"to":"\#(one)"},{"to":"\#(two)"}]"#)
            #expect(Self.code(mixed) == "PUSH_TOO_MANY_EXPERIENCE_IDS")
            let details = mixed.json.object?["errors"]?.array?.first?.object?["details"]?.object
            #expect(Set(details?.values.map { $0 } ?? []) == [.array([.string(one)]), .array([.string(two)])])
            let thousand = await bench.post(Self.receipts, #"{"ids":\#(list(1000))}"#)
            #expect(thousand.status == 200)
            let tooMany = await bench.post(Self.receipts, #"{"ids":\#(list(1001))}"#)
            #expect(Self.code(tooMany) == "PUSH_TOO_MANY_RECEIPTS")
        }
    }

    @Test("a body that only says it is compressed is refused")
    func gzip() async throws {
        try await ExpoBench.run { bench in
            let json = ("content-type", "application/json")
            let broken = await bench.post(Self.send, "[]", headers: [json, ("content-encoding", "gzip")])
            #expect(broken.status == 400)
            let other = await bench.post(Self.send, "[]", headers: [json, ("content-encoding", "br")])
            #expect(other.status == 415)
        }
    }

    @Test("push tokens know their project, and nobody can make one up")
    func tokens() {
        let token = ExpoPushTokens.issue(project: "a", serial: 7)
        #expect(token.utf8.count == "ExponentPushToken[]".utf8.count + 22)
        #expect(ExpoPushTokens.status(of: token) == .valid(project: ExpoPushTokens.mark(of: "a")))
        #expect(ExpoPushTokens.mark(of: "a") != ExpoPushTokens.mark(of: "b"))
        #expect(ExpoPushTokens.status(of: "ExponentPushToken[\(String(repeating: "x", count: 22))]") == .unknown)
        #expect(ExpoPushTokens.status(of: "ExponentPushToken[x]") == .unknown)
        for text in ["", "x", "ExponentPushToken[]", "ExponentPushToken[x", "x]"] {
            #expect(ExpoPushTokens.status(of: text) == .malformed)
        }
    }
}
