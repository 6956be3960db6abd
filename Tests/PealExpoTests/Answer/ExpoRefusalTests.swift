import PealCore
import PealProviderKit
import PealTesting
import Testing

@testable import PealExpo

@Suite("A request Expo refuses")
struct ExpoRefusalTests {
    struct Row: Sendable {
        var status: Int
        var code: String?
        var retryAfter: String?
        var expected: ExpoSendReading

        init(_ status: Int, _ code: String?, _ expected: ExpoSendReading, retryAfter: String? = nil) {
            self.status = status
            self.code = code
            self.retryAfter = retryAfter
            self.expected = expected
        }

        var answer: HTTPAnswer {
            let body = code.map { #"{"errors":[{"code":"\#($0)","message":"no"},{"code":"OTHER"}]}"# }
            return HTTPAnswer(
                status: status,
                headers: retryAfter.map { [(name: "retry-after", value: $0)] } ?? [],
                body: Array((body ?? "<html>no</html>").utf8)
            )
        }
    }

    private static func throttled(_ reason: String, _ wait: Duration? = nil) -> ExpoSendReading {
        .all(.throttled(reason: reason, retryAfter: wait, scope: .sender))
    }

    private static func unavailable(_ reason: String, _ wait: Duration? = nil) -> ExpoSendReading {
        .all(.unavailable(reason: reason, retryAfter: wait))
    }

    private static func misconfigured(_ reason: String) -> ExpoSendReading {
        .all(.rejected(reason: reason, scope: .configuration))
    }

    /// Every row of the error table, then what proxies and surprises bring.
    static let rows: [Row] = [
        Row(429, "TOO_MANY_REQUESTS", throttled("TOO_MANY_REQUESTS")),
        Row(429, "TOO_MANY_REQUESTS", throttled("TOO_MANY_REQUESTS", .seconds(7)), retryAfter: "7"),
        Row(200, "TOO_MANY_REQUESTS", throttled("TOO_MANY_REQUESTS")),
        Row(429, nil, throttled("HTTP_429", .seconds(30)), retryAfter: "30"),
        Row(400, "PUSH_TOO_MANY_EXPERIENCE_IDS", .projects(reason: "PUSH_TOO_MANY_EXPERIENCE_IDS", [])),
        Row(400, "PUSH_TOO_MANY_NOTIFICATIONS", .divide(reason: "PUSH_TOO_MANY_NOTIFICATIONS", alone: .message)),
        Row(413, nil, .divide(reason: "HTTP_413", alone: .size)),
        Row(401, "UNAUTHORIZED", misconfigured("UNAUTHORIZED")),
        Row(200, "UNAUTHORIZED", misconfigured("UNAUTHORIZED")),
        Row(401, nil, misconfigured("HTTP_401")),
        Row(403, nil, misconfigured("HTTP_403")),
        Row(404, nil, misconfigured("HTTP_404")),
        Row(301, nil, misconfigured("HTTP_301")),
        Row(400, "VALIDATION_ERROR", .divide(reason: "VALIDATION_ERROR", alone: .message)),
        Row(200, "VALIDATION_ERROR", .divide(reason: "VALIDATION_ERROR", alone: .message)),
        Row(400, "API_ERROR", .divide(reason: "API_ERROR", alone: .message)),
        Row(400, nil, .divide(reason: "HTTP_400", alone: .message)),
        Row(408, nil, unavailable("HTTP_408")),
        Row(500, "INTERNAL_SERVER_ERROR", unavailable("INTERNAL_SERVER_ERROR")),
        Row(500, "API_ERROR", unavailable("API_ERROR")),
        Row(502, nil, unavailable("HTTP_502")),
        Row(503, nil, unavailable("HTTP_503", .seconds(120)), retryAfter: "120"),
        Row(504, nil, unavailable("HTTP_504")),
        Row(200, "NOBODY_KNOWS", .all(.unknown(reason: "NOBODY_KNOWS"))),
        Row(200, "bad code", .all(.unknown(reason: "HTTP_200"))),
        Row(500, "bad code \\u0000", unavailable("HTTP_500")),
    ]

    @Test("means what the table says", arguments: rows)
    func table(_ row: Row) {
        #expect(ExpoSendReading(row.answer, tokens: ["t"], now: TestClock().now) == row.expected)
    }

    @Test("for its projects names them")
    func projects() {
        let body =
            #"{"errors":[{"code":"PUSH_TOO_MANY_EXPERIENCE_IDS","details":{"@a/two":["2"],"@a/one":["1","3"]}}]}"#
        let reading = ExpoSendReading(
            HTTPAnswer(status: 400, body: Array(body.utf8)),
            tokens: ["1", "2", "3"],
            now: TestClock().now
        )
        #expect(reading == .projects(reason: "PUSH_TOO_MANY_EXPERIENCE_IDS", [["1", "3"], ["2"]]))
    }

    @Test(
        "when it asks for receipts",
        arguments: [
            (
                Row(429, "TOO_MANY_REQUESTS", throttled(""), retryAfter: "9"), "TOO_MANY_REQUESTS", Duration.seconds(9),
                false
            ),
            (Row(503, nil, throttled("")), "HTTP_503", nil, false),
            (Row(400, "VALIDATION_ERROR", throttled("")), "VALIDATION_ERROR", nil, false),
            (Row(401, "UNAUTHORIZED", throttled("")), "UNAUTHORIZED", nil, true),
            (Row(200, "UNAUTHORIZED", throttled("")), "UNAUTHORIZED", nil, true),
            (Row(403, nil, throttled("")), "HTTP_403", nil, true),
            (Row(404, nil, throttled("")), "HTTP_404", nil, false),
            (Row(200, "NOBODY_KNOWS", throttled("")), "NOBODY_KNOWS", nil, false),
        ]
    )
    func receipts(_ row: Row, reason: String, wait: Duration?, isRefused: Bool) {
        #expect(
            ExpoReceiptReading(row.answer, ids: ["r"], now: TestClock().now)
                == .failed(ReceiptFailure(reason: reason, retryAfter: wait), isRefused: isRefused)
        )
    }

    @Test("for too many receipts is asked again with fewer")
    func tooManyReceipts() {
        let row = Row(400, "PUSH_TOO_MANY_RECEIPTS", Self.throttled(""))
        #expect(
            ExpoReceiptReading(row.answer, ids: ["r"], now: TestClock().now)
                == .tooMany(reason: "PUSH_TOO_MANY_RECEIPTS")
        )
    }
}
