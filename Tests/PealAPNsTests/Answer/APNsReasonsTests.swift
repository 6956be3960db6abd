import NIOHPACK
import PealCore
import Testing

@testable import PealAPNs
@testable import PealHTTP2

@Suite("An answer of APNs")
struct APNsReasonsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var body: String
        var retryAfter: String?
        var reading: APNsReasons.Reading

        var testDescription: String { "\(status) \(body)" }

        init(_ status: Int, _ reason: String, retryAfter: String? = nil, _ outcome: SendOutcome) {
            self.init(status, body: #"{"reason":"\#(reason)"}"#, retryAfter: retryAfter, .outcome(outcome))
        }

        init(_ status: Int, body: String, retryAfter: String? = nil, _ reading: APNsReasons.Reading) {
            self.status = status
            self.body = body
            self.retryAfter = retryAfter
            self.reading = reading
        }

        static func message(_ status: Int, _ reason: String) -> Row {
            Row(status, reason, .rejected(reason: reason, scope: .message))
        }

        static func configuration(_ status: Int, _ reason: String) -> Row {
            Row(status, reason, .rejected(reason: reason, scope: .configuration))
        }

        static func trouble(_ status: Int, _ reason: String) -> Row {
            Row(status, reason, .unavailable(reason: reason, retryAfter: nil))
        }
    }

    /// Every row of Apple's table.
    static let table: [Row] = [
        Row(400, body: #"{"reason":"BadDeviceToken"}"#, .badDeviceToken),
        Row(400, "DeviceTokenNotForTopic", .rejected(reason: "DeviceTokenNotForTopic", scope: .device)),
        .message(400, "BadCollapseId"), .message(400, "BadExpirationDate"), .message(400, "BadMessageId"),
        .message(400, "BadPriority"), .message(400, "InvalidPushType"), .message(400, "MissingDeviceToken"),
        .message(400, "PayloadEmpty"), .message(400, "DuplicateHeaders"),
        .configuration(400, "BadTopic"), .configuration(400, "MissingTopic"), .configuration(400, "TopicDisallowed"),
        Row(400, "IdleTimeout", .notProcessed(reason: "IdleTimeout")),
        Row(403, body: #"{"reason":"ExpiredProviderToken"}"#, .providerTokenExpired(reason: "ExpiredProviderToken")),
        .configuration(403, "InvalidProviderToken"), .configuration(403, "MissingProviderToken"),
        .configuration(403, "Forbidden"), .configuration(403, "BadCertificate"),
        .configuration(403, "BadCertificateEnvironment"), .configuration(403, "UnrelatedKeyIdInToken"),
        .configuration(403, "BadEnvironmentKeyIdInToken"), .configuration(403, "BadEnvironmentKeyInToken"),
        .configuration(404, "BadPath"), .configuration(405, "MethodNotAllowed"),
        Row(
            410,
            body: #"{"reason":"Unregistered","timestamp":1700000000123}"#,
            .outcome(.gone(reason: "Unregistered", since: Timestamp(milliseconds: 1_700_000_000_123)))
        ),
        Row(
            410,
            body: #"{"timestamp":1700000000123.0,"reason":"ExpiredToken"}"#,
            .outcome(.gone(reason: "ExpiredToken", since: Timestamp(milliseconds: 1_700_000_000_123)))
        ),
        Row(410, "Unregistered", .gone(reason: "Unregistered", since: nil)),
        Row(413, "PayloadTooLarge", .rejected(reason: "PayloadTooLarge", scope: .size)),
        Row(413, "NewWord", .rejected(reason: "NewWord", scope: .size)),
        Row(429, "TooManyRequests", .throttled(reason: "TooManyRequests", retryAfter: nil, scope: .device)),
        Row(
            429,
            "TooManyProviderTokenUpdates",
            .throttled(reason: "TooManyProviderTokenUpdates", retryAfter: nil, scope: .sender)
        ),
        .trouble(500, "InternalServerError"), .trouble(503, "ServiceUnavailable"), .trouble(503, "Shutdown"),
        .configuration(400, "FeatureNotEnabled"), .configuration(400, "TopicMismatch"),
        .message(400, "MissingChannelId"), .message(400, "BadChannelId"), .message(400, "ChannelNotRegistered"),
        .message(400, "MissingPushType"), .message(400, "CannotCreateChannelConfig"), .message(400, "BadRequestParams"),
        .message(400, "BadRequestPayload"),
    ]

    /// What is not in it.
    static let beyond: [Row] = [
        .message(400, "NewReason"), .message(418, "NewReason"), .configuration(401, "NewReason"),
        .configuration(403, "NewReason"), .configuration(404, "NewReason"),
        Row(410, "NewReason", .gone(reason: "NewReason", since: nil)),
        Row(429, "NewReason", .throttled(reason: "NewReason", retryAfter: nil, scope: .sender)),
        .trouble(408, "NewReason"), .trouble(500, "NewReason"), .trouble(599, "NewReason"),
        .configuration(302, "NewReason"),
        Row(
            503,
            "ServiceUnavailable",
            retryAfter: "120",
            .unavailable(reason: "ServiceUnavailable", retryAfter: .seconds(120))
        ),
        Row(
            429,
            "TooManyRequests",
            retryAfter: "Thu, 01 Jan 1970 00:01:00 GMT",
            .throttled(reason: "TooManyRequests", retryAfter: .seconds(60), scope: .device)
        ),
        Row(500, body: "", .outcome(.unavailable(reason: "HTTP_500", retryAfter: nil))),
        Row(502, body: "<html>Bad gateway</html>", .outcome(.unavailable(reason: "HTTP_502", retryAfter: nil))),
        Row(400, body: "[]", .outcome(.rejected(reason: "HTTP_400", scope: .message))),
        Row(403, body: #"{"reason":7}"#, .outcome(.rejected(reason: "HTTP_403", scope: .configuration))),
        Row(410, body: "", .outcome(.gone(reason: "HTTP_410", since: nil))),
        Row(
            410,
            body: #"{"reason":"Unregistered","timestamp":"x"}"#,
            .outcome(.gone(reason: "Unregistered", since: nil))
        ),
        Row(
            410,
            body: #"{"reason":"Unregistered","timestamp":1e300}"#,
            .outcome(.gone(reason: "Unregistered", since: nil))
        ),
        Row(400, body: #"{"reason":"<b>\u0000</b>"}"#, .outcome(.rejected(reason: "HTTP_400", scope: .message))),
    ]

    @Test("has the outcome of Apple's table", arguments: table)
    func reasons(_ row: Row) { check(row) }

    @Test("that is not in Apple's table goes by its status", arguments: beyond)
    func others(_ row: Row) { check(row) }

    private func check(_ row: Row) {
        let answer = HTTP2Answer(
            status: row.status,
            headers: HPACKHeaders(row.retryAfter.map { [("retry-after", $0)] } ?? []),
            body: Array(row.body.utf8)
        )
        #expect(APNsReasons.read(answer, now: Timestamp(seconds: 0)) == row.reading)
    }

    @Test(
        "names the clock first where Apple's time is more than a minute away",
        arguments: [
            (60, "ExpiredProviderToken"), (61, "clock-behind-ExpiredProviderToken"),
            (86_400, "clock-behind-ExpiredProviderToken"), (-60, "ExpiredProviderToken"),
            (-61, "clock-ahead-ExpiredProviderToken"), (-3_600, "clock-ahead-ExpiredProviderToken"),
        ] as [(Int64, String)]
    )
    func clock(seconds: Int64, reason: String) {
        let apple = Timestamp(seconds: 10 * 86_400)
        let answer = HTTP2Answer(
            status: 403,
            headers: ["date": "Sun, 11 Jan 1970 00:00:00 GMT"],
            body: Array(#"{"reason":"ExpiredProviderToken"}"#.utf8)
        )
        let now = apple - .seconds(seconds)
        #expect(APNsReasons.read(answer, now: now) == .providerTokenExpired(reason: reason))
        // Another refusal has nothing to do with time.
        let topic = HTTP2Answer(status: 400, headers: answer.headers, body: Array(#"{"reason":"BadTopic"}"#.utf8))
        #expect(
            APNsReasons.read(topic, now: now) == .outcome(.rejected(reason: "BadTopic", scope: .configuration))
        )
    }

    @Test(
        "that is 200 is accepted under Apple's own name of the push, also when its end is missing",
        arguments: [true, false]
    )
    func accepted(isComplete: Bool) {
        let answer = HTTP2Answer(status: 200, headers: ["apns-id": "id"], isComplete: isComplete)
        #expect(APNsReasons.read(answer, now: Timestamp(seconds: 0)) == .outcome(.accepted(receipt: "id")))
    }

    @Test("that breaks off deletes no token", arguments: [400, 403, 410, 429, 503])
    func truncated(_ status: Int) {
        let answer = HTTP2Answer(status: status, body: Array(#"{"reason":"Unregis"#.utf8), isComplete: false)
        #expect(
            APNsReasons.read(answer, now: Timestamp(seconds: 0))
                == .outcome(.unavailable(reason: "answer-truncated", retryAfter: nil))
        )
    }
}
