import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealExpo

@Suite("Expo's tickets and receipts")
struct ExpoTicketTests {
    /// Every row of the error table.
    static let rows: [(String, SendOutcome)] = [
        ("DeviceNotRegistered", .gone(reason: "DeviceNotRegistered", since: nil)),
        ("MessageTooBig", .rejected(reason: "MessageTooBig", scope: .size)),
        ("MessageRateExceeded", .throttled(reason: "MessageRateExceeded", retryAfter: nil, scope: .device)),
        ("MismatchSenderId", .rejected(reason: "MismatchSenderId", scope: .configuration)),
        ("InvalidCredentials", .rejected(reason: "InvalidCredentials", scope: .configuration)),
        ("DeveloperError", .rejected(reason: "DeveloperError", scope: .message)),
        ("ExpoError", .unavailable(reason: "ExpoError", retryAfter: nil)),
        ("ProviderError", .unavailable(reason: "ProviderError", retryAfter: nil)),
        ("SomethingNew", .rejected(reason: "SomethingNew", scope: .message)),
        ("Not a code\\n", .rejected(reason: "UnknownError", scope: .message)),
        ("", .rejected(reason: "UnknownError", scope: .message)),
    ]

    static func reading(_ body: String, status: Int = 200, tokens: [String] = ["t"]) -> ExpoSendReading {
        ExpoSendReading(HTTPAnswer(status: status, body: Array(body.utf8)), tokens: tokens, now: TestClock().now)
    }

    @Test("that are errors mean what the table says", arguments: rows)
    func errors(_ code: String, expected: SendOutcome) {
        let error = #"{"status":"error","message":"no","details":{"error":"\#(code)"}}"#
        #expect(Self.reading(#"{"data":[\#(error)]}"#) == .each([expected]))
        let receipts = ExpoReceiptReading(
            HTTPAnswer(status: 200, body: Array(#"{"data":{"r":\#(error)}}"#.utf8)),
            ids: ["r"],
            now: TestClock().now
        )
        #expect(receipts == .outcomes(["r": expected]))
    }

    @Test("come in the request's order, good and bad")
    func order() {
        let reading = Self.reading(
            #"{"data":[{"status":"ok","id":"1"},{"status":"error"},{"status":"ok"},{"status":"odd"},7,"#
                + #"{"status":"error","details":{"error":"DeviceNotRegistered","expoPushToken":"f"}}]}"#,
            tokens: ["a", "b", "c", "d", "e", "f"]
        )
        #expect(
            reading
                == .each([
                    .accepted(receipt: "1"), .rejected(reason: "UnknownError", scope: .message),
                    .accepted(receipt: nil), .unknown(reason: "ticket-unreadable"),
                    .unknown(reason: "ticket-unreadable"), .gone(reason: "DeviceNotRegistered", since: nil),
                ])
        )
    }

    @Test(
        "are read for the messages they are of: none that name another token or are of another number",
        arguments: [
            (
                #"{"data":[{"status":"error","details":{"error":"DeviceNotRegistered","expoPushToken":"other"}}]}"#,
                ["t"], .each([.unknown(reason: "ticket-order")])
            ),
            (#"{"data":[{"status":"ok","id":"1"}]}"#, ["a", "b"], .all(.unknown(reason: "ticket-count"))),
            (#"{"data":[]}"#, ["t"], .all(.unknown(reason: "ticket-count"))),
            // A single message may have a single ticket.
            (#"{"data":{"status":"ok","id":"1"}}"#, ["t"], .each([.accepted(receipt: "1")])),
        ] as [(String, [String], ExpoSendReading)]
    )
    func counts(body: String, tokens: [String], reading: ExpoSendReading) {
        #expect(Self.reading(body, tokens: tokens) == reading)
    }

    @Test(
        "that cannot be read leave it open",
        arguments: [
            "", "{", #"{"data":[{"status":"ok","id":"#, "<html>", "[]", "null", "{}", #"{"data":null}"#,
            #"{"errors":{}}"#, String(repeating: "[", count: 100_000),
        ]
    )
    func garbled(_ body: String) {
        #expect(Self.reading(body) == .all(.unknown(reason: "answer-unreadable")))
        let receipts = ExpoReceiptReading(
            HTTPAnswer(status: 200, body: Array(body.utf8)),
            ids: ["r"],
            now: TestClock().now
        )
        #expect(receipts == .failed(ReceiptFailure(reason: "answer-unreadable"), isRefused: false))
    }

    @Test("that are receipts: only those asked for, and only those that can be read")
    func receipts() {
        let body =
            #"{"data":{"a":{"status":"ok"},"b":{"status":"error"},"c":{"status":"odd"},"d":4,"x":{"status":"ok"}}}"#
        let reading = ExpoReceiptReading(
            HTTPAnswer(status: 200, body: Array(body.utf8)),
            ids: ["a", "b", "c", "d", "e"],
            now: TestClock().now
        )
        #expect(
            reading
                == .outcomes([
                    "a": .accepted(receipt: "a"), "b": .rejected(reason: "UnknownError", scope: .message),
                ])
        )
    }
}
