import PealCore
import PealProviderKit
import Testing

@testable import PealFCM

@Suite("An answer of FCM")
struct FCMReasonsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status: Int
        var body: String
        var headers: [(name: String, value: String)] = []
        var outcome: SendOutcome

        init(
            _ name: String,
            _ status: Int,
            _ body: String,
            retryAfter: String? = nil,
            _ outcome: SendOutcome
        ) {
            testDescription = name
            self.status = status
            self.body = body
            headers = retryAfter.map { [("Retry-After", $0)] } ?? []
            self.outcome = outcome
        }
    }

    private static func error(_ code: String?, status: String = "X", message: String = "", extra: String = "") -> String
    {
        var details: [String] = extra.isEmpty ? [] : [extra]
        if let code {
            details.insert(
                #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#,
                at: 0
            )
        }
        let list = details.joined(separator: ",")
        return #"{"error":{"code":1,"message":"\#(message)","status":"\#(status)","details":[\#(list)]}}"#
    }

    private static func badRequest(_ field: String) -> String {
        #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"\#(field)","description":"d"}]}"#
    }

    private static func quota(_ subject: String) -> String {
        #"{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"subject":"\#(subject)","description":"d"}]}"#
    }

    static let rows: [Row] = [
        Row("accepted", 200, #"{ "name": "projects/p/messages/0:1" }"#, .accepted(receipt: "projects/p/messages/0:1")),
        Row("accepted with more members", 200, #"{"a":1,"name":"n"}"#, .accepted(receipt: "n")),
        Row("accepted with an escaped name", 200, #"{"name":"a\/b"}"#, .accepted(receipt: "a/b")),
        Row("no body", 200, "", .unknown(reason: "answer-unreadable")),
        Row("a page of another server", 200, "<html>Log in</html>", .unknown(reason: "answer-unreadable")),
        Row(
            "a token that is none",
            400,
            error("INVALID_ARGUMENT", message: "The registration token is not a valid FCM registration token"),
            .gone(reason: "INVALID_TOKEN", since: nil)
        ),
        Row(
            "a violation of the token field",
            400,
            error("INVALID_ARGUMENT", extra: badRequest("message.token")),
            .gone(reason: "INVALID_TOKEN", since: nil)
        ),
        Row(
            "a violation of a message field",
            400,
            error("INVALID_ARGUMENT", extra: badRequest("message.android.ttl")),
            .rejected(reason: "INVALID_ARGUMENT", scope: .message)
        ),
        Row(
            "a bad message that mentions the token",
            400,
            error("INVALID_ARGUMENT", message: "registration token", extra: badRequest("message.data")),
            .rejected(reason: "INVALID_ARGUMENT", scope: .message)
        ),
        Row(
            "a bad request without FCM's code",
            400,
            error(nil, status: "INVALID_ARGUMENT"),
            .rejected(reason: "INVALID_ARGUMENT", scope: .message)
        ),
        Row(
            "an unregistered token",
            404,
            error("UNREGISTERED", status: "NOT_FOUND"),
            .gone(reason: "UNREGISTERED", since: nil)
        ),
        Row(
            "a token of another project",
            403,
            error("SENDER_ID_MISMATCH"),
            .rejected(reason: "SENDER_ID_MISMATCH", scope: .device)
        ),
        Row(
            "no APNs key at Firebase",
            401,
            error("THIRD_PARTY_AUTH_ERROR", status: "UNAUTHENTICATED"),
            .rejected(reason: "THIRD_PARTY_AUTH_ERROR", scope: .configuration)
        ),
        Row(
            "its older name",
            401,
            error("APNS_AUTH_ERROR"),
            .rejected(reason: "APNS_AUTH_ERROR", scope: .configuration)
        ),
        Row(
            "no permission",
            403,
            error(nil, status: "PERMISSION_DENIED"),
            .rejected(reason: "PERMISSION_DENIED", scope: .configuration)
        ),
        Row(
            "no such project",
            404,
            error(nil, status: "NOT_FOUND"),
            .rejected(reason: "NOT_FOUND", scope: .configuration)
        ),
        Row(
            "the project's quota",
            429,
            error("QUOTA_EXCEEDED"),
            retryAfter: "7",
            .throttled(reason: "QUOTA_EXCEEDED", retryAfter: .seconds(7), scope: .sender)
        ),
        Row(
            "the project's quota without a wait",
            429,
            error("QUOTA_EXCEEDED"),
            .throttled(reason: "QUOTA_EXCEEDED", retryAfter: .seconds(60), scope: .sender)
        ),
        Row(
            "a device's quota",
            429,
            error("QUOTA_EXCEEDED", extra: quota("device:abc")),
            .throttled(reason: "QUOTA_EXCEEDED", retryAfter: .seconds(60), scope: .device)
        ),
        Row(
            "a quota without FCM's code",
            429,
            error(nil, status: "RESOURCE_EXHAUSTED"),
            .throttled(reason: "RESOURCE_EXHAUSTED", retryAfter: .seconds(60), scope: .sender)
        ),
        Row("trouble", 500, error("INTERNAL"), .unavailable(reason: "INTERNAL", retryAfter: nil)),
        Row(
            "overload with a date",
            503,
            error("UNAVAILABLE"),
            retryAfter: "Thu, 20 Nov 2025 18:00:30 GMT",
            .unavailable(reason: "UNAVAILABLE", retryAfter: .seconds(30))
        ),
        Row("a proxy's page", 502, "<html>Bad gateway</html>", .unavailable(reason: "HTTP_502", retryAfter: nil)),
        Row("a code nobody knows on 500", 500, error("NEW_ONE"), .unavailable(reason: "NEW_ONE", retryAfter: nil)),
        Row("a code nobody knows on 400", 400, error("NEW_ONE"), .rejected(reason: "NEW_ONE", scope: .message)),
        Row(
            "an unspecified error",
            400,
            error("UNSPECIFIED_ERROR"),
            .rejected(reason: "UNSPECIFIED_ERROR", scope: .message)
        ),
        Row(
            "a violation of the installation's id",
            400,
            error("INVALID_ARGUMENT", extra: badRequest("message.fid")),
            .gone(reason: "INVALID_TOKEN", since: nil)
        ),
        Row(
            "a violation of the token field without FCM's code",
            400,
            error(nil, status: "INVALID_ARGUMENT", extra: badRequest("message.token")),
            .gone(reason: "INVALID_TOKEN", since: nil)
        ),
        Row(
            "an unregistered token whatever the status",
            400,
            error("UNREGISTERED"),
            .gone(reason: "UNREGISTERED", since: nil)
        ),
        Row(
            "the older name with the newer status",
            403,
            error("APNS_AUTH_ERROR", status: "PERMISSION_DENIED"),
            .rejected(reason: "APNS_AUTH_ERROR", scope: .configuration)
        ),
        Row("a page of HTML on 403", 403, "<html>", .rejected(reason: "HTTP_403", scope: .configuration)),
        Row(
            "a 401 with another status",
            401,
            error(nil, status: "PERMISSION_DENIED"),
            .rejected(reason: "PERMISSION_DENIED", scope: .configuration)
        ),
        Row(
            "a device's quota with a wait",
            429,
            error("QUOTA_EXCEEDED", extra: quota("device:abc")),
            retryAfter: "9",
            .throttled(reason: "QUOTA_EXCEEDED", retryAfter: .seconds(9), scope: .device)
        ),
        Row(
            "a proxy's 429",
            429,
            "<html>",
            retryAfter: "3",
            .throttled(reason: "HTTP_429", retryAfter: .seconds(3), scope: .sender)
        ),
        Row(
            "a wait nobody can read",
            429,
            error("QUOTA_EXCEEDED"),
            retryAfter: "soon",
            .throttled(reason: "QUOTA_EXCEEDED", retryAfter: .seconds(60), scope: .sender)
        ),
        Row(
            "trouble with a wait",
            500,
            error("INTERNAL"),
            retryAfter: "4",
            .unavailable(reason: "INTERNAL", retryAfter: .seconds(4))
        ),
        Row(
            "trouble without FCM's code",
            500,
            error(nil, status: "INTERNAL"),
            .unavailable(reason: "INTERNAL", retryAfter: nil)
        ),
        Row(
            "overload without FCM's code",
            503,
            error(nil, status: "UNAVAILABLE"),
            retryAfter: "120",
            .unavailable(reason: "UNAVAILABLE", retryAfter: .seconds(120))
        ),
        Row("overload with half an answer", 503, #"{"error":{"co"#, .unavailable(reason: "HTTP_503", retryAfter: nil)),
        Row(
            "an unspecified error of the service",
            500,
            error("UNSPECIFIED_ERROR"),
            .unavailable(reason: "UNSPECIFIED_ERROR", retryAfter: nil)
        ),
        Row("a code with text in it", 500, error("see <b>"), .unavailable(reason: "HTTP_500", retryAfter: nil)),
        Row("a page of HTML on 404", 404, "<html>", .rejected(reason: "HTTP_404", scope: .configuration)),
        Row("too large", 413, "", .rejected(reason: "HTTP_413", scope: .size)),
        Row(
            "too large for Android",
            400,
            error("INVALID_ARGUMENT", message: "Android message is too big"),
            .rejected(reason: "INVALID_ARGUMENT", scope: .size)
        ),
        Row(
            "too large for the web",
            400,
            error(nil, status: "INVALID_ARGUMENT", message: "Web push message too large"),
            .rejected(reason: "INVALID_ARGUMENT", scope: .size)
        ),
        Row(
            "more than the limit",
            400,
            error("INVALID_ARGUMENT", message: "Request payload size exceeds the limit: 4096 bytes."),
            .rejected(reason: "INVALID_ARGUMENT", scope: .size)
        ),
        Row(
            "a violation that says so",
            400,
            error(
                "INVALID_ARGUMENT",
                extra: badRequest("message").replacing(
                    #""description":"d""#,
                    with: #""description":"Message is too big""#
                )
            ),
            .rejected(reason: "INVALID_ARGUMENT", scope: .size)
        ),
        Row(
            "a quota that is exceeded is no size",
            400,
            error("INVALID_ARGUMENT", message: "the limit of topics is exceeded"),
            .rejected(reason: "INVALID_ARGUMENT", scope: .message)
        ),
        Row("a time-out at the far end", 408, "", .unavailable(reason: "HTTP_408", retryAfter: nil)),
        Row("a redirect", 302, "", .rejected(reason: "HTTP_302", scope: .configuration)),
    ]

    @Test("has one meaning", arguments: rows)
    func meaning(_ row: Row) {
        let answer = HTTPAnswer(status: row.status, headers: row.headers, body: Array(row.body.utf8))
        #expect(FCMReasons.read(answer, now: Timestamp(seconds: 1_763_661_600)) == .outcome(row.outcome))
    }

    @Test(
        "that refuses the access token asks for a new one",
        arguments: [error(nil, status: "UNAUTHENTICATED"), "", "<html>"]
    )
    func accessToken(_ body: String) {
        let answer = HTTPAnswer(status: 401, body: Array(body.utf8))
        #expect(FCMReasons.read(answer, now: Timestamp(seconds: 0)) == .accessTokenRefused)
    }
}
