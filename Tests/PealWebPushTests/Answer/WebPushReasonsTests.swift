import PealCore
import PealProviderKit
import Testing

@testable import PealWebPush

@Suite("A push service's answer")
struct WebPushReasonsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var body: String
        var retryAfter: String?
        var outcome: SendOutcome

        init(_ status: Int, retryAfter: String? = nil, _ outcome: SendOutcome) {
            self.init(status, "", retryAfter: retryAfter, outcome)
        }

        init(_ status: Int, _ body: String, retryAfter: String? = nil, _ outcome: SendOutcome) {
            self.status = status
            self.body = body
            self.retryAfter = retryAfter
            self.outcome = outcome
        }

        var testDescription: String { "\(status) \(body.prefix(60)) \(retryAfter ?? "")" }
    }

    private static func mozilla(_ errno: Int, _ message: String = "") -> String {
        #"{"code":1,"errno":\#(errno),"error":"E","message":"\#(message)"}"#
    }

    private static func apple(_ reason: String) -> String { #"{"reason":"\#(reason)"}"# }

    private static func message(_ reason: String) -> SendOutcome { .rejected(reason: reason, scope: .message) }
    private static func device(_ reason: String) -> SendOutcome { .rejected(reason: reason, scope: .device) }
    private static func setUp(_ reason: String) -> SendOutcome { .rejected(reason: reason, scope: .configuration) }
    private static func size(_ reason: String) -> SendOutcome { .rejected(reason: reason, scope: .size) }
    private static func gone(_ reason: String) -> SendOutcome { .gone(reason: reason, since: nil) }
    private static func later(_ reason: String, _ wait: Int64? = nil) -> SendOutcome {
        .unavailable(reason: reason, retryAfter: wait.map { .seconds($0) })
    }
    private static func slower(_ reason: String, _ wait: Int64? = nil) -> SendOutcome {
        .throttled(reason: reason, retryAfter: wait.map { .seconds($0) }, scope: .device)
    }

    /// RFC 8030's statuses as they are.
    static let statuses: [Row] = [
        Row(200, .accepted(receipt: nil)), Row(201, .accepted(receipt: nil)), Row(202, .accepted(receipt: nil)),
        Row(301, message("redirected")), Row(302, message("redirected")), Row(303, message("redirected")),
        Row(307, message("redirected")), Row(308, message("redirected")),
        Row(400, message("HTTP_400")), Row(401, setUp("HTTP_401")), Row(403, setUp("HTTP_403")),
        Row(404, gone("HTTP_404")), Row(405, message("HTTP_405")), Row(408, later("HTTP_408")),
        Row(421, later("HTTP_421")),
        Row(410, gone("HTTP_410")), Row(413, size("HTTP_413")), Row(429, slower("HTTP_429")),
        Row(429, retryAfter: "7", slower("HTTP_429", 7)),
        Row(429, retryAfter: "Thu, 20 Nov 2025 18:00:30 GMT", slower("HTTP_429", 30)),
        Row(429, retryAfter: "soon", slower("HTTP_429")),
        Row(500, later("HTTP_500")), Row(502, "<html>Bad gateway</html>", later("HTTP_502")),
        Row(503, later("HTTP_503")), Row(503, retryAfter: "120", later("HTTP_503", 120)),
        Row(503, retryAfter: "Thu, 20 Nov 2025 17:00:00 GMT", later("HTTP_503", 0)), Row(504, later("HTTP_504")),
    ]

    static let mozillaRows: [Row] = [
        Row(400, mozilla(101), message("errno-101")), Row(404, mozilla(102), gone("errno-102")),
        Row(410, mozilla(103), gone("errno-103")), Row(413, mozilla(104), size("errno-104")),
        Row(400, mozilla(104), size("errno-104")),
        Row(410, mozilla(105), gone("errno-105")), Row(410, mozilla(106), gone("errno-106")),
        Row(400, mozilla(108), message("errno-108")), Row(401, mozilla(109), device("errno-109")),
        Row(401, mozilla(109, "Request did not validate"), device("errno-109")),
        Row(401, mozilla(109, "VAPID: the token has expired"), setUp("errno-109")),
        Row(401, mozilla(109, "invalid audience"), setUp("errno-109")),
        Row(403, mozilla(109), setUp("errno-109")), Row(503, mozilla(109), later("errno-109")),
        Row(401, mozilla(109, "VAPID public key mismatch"), device("errno-109")),
        Row(400, mozilla(110), message("errno-110")), Row(400, mozilla(111), message("errno-111")),
        Row(401, mozilla(111), message("errno-111")), Row(400, mozilla(112), message("errno-112")),
        Row(400, mozilla(113), message("errno-113")),
        Row(503, mozilla(201), retryAfter: "120", later("errno-201", 120)),
        Row(429, mozilla(201), retryAfter: "9", slower("errno-201", 9)), Row(503, mozilla(202), later("errno-202")),
        Row(502, mozilla(900), later("errno-900")), Row(502, mozilla(901), later("errno-901")),
        Row(502, mozilla(902), later("errno-902")), Row(502, mozilla(903), later("errno-903")),
        Row(500, mozilla(999), later("errno-999")), Row(400, mozilla(999), message("errno-999")),
        // Only the status deletes.
        Row(400, mozilla(103), message("errno-103")), Row(500, mozilla(106), later("errno-106")),
    ]

    static let appleRows: [Row] = [
        Row(400, apple("BadTtl"), message("BadTtl")), Row(400, apple("BadUrgency"), message("BadUrgency")),
        Row(400, apple("BadWebPushTopic"), message("BadWebPushTopic")),
        Row(400, apple("BadWebPushRequest"), message("BadWebPushRequest")),
        Row(400, apple("VapidPkHashMismatch"), device("VapidPkHashMismatch")),
        Row(403, apple("VapidPkHashMismatch"), device("VapidPkHashMismatch")),
        Row(403, apple("BadAuthorizationHeader"), setUp("BadAuthorizationHeader")),
        Row(400, apple("BadAuthorizationHeader"), setUp("BadAuthorizationHeader")),
        Row(403, apple("BadJwtToken"), setUp("BadJwtToken")),
        Row(400, apple("BadVapidPublicKey"), setUp("BadVapidPublicKey")),
        Row(404, apple("BadPath"), gone("BadPath")), Row(405, apple("MethodNotAllowed"), message("MethodNotAllowed")),
        Row(413, apple("PayloadTooLarge"), size("PayloadTooLarge")),
        Row(400, apple("PayloadTooLarge"), size("PayloadTooLarge")),
        Row(429, apple("TooManyRequests"), slower("TooManyRequests")),
        Row(400, apple("IdleTimeout"), later("IdleTimeout")),
        Row(500, apple("InternalServerError"), later("InternalServerError")),
        Row(503, apple("ServiceUnavailable"), later("ServiceUnavailable")),
        Row(503, apple("Shutdown"), later("Shutdown")),
        Row(410, apple("Unregistered"), gone("Unregistered")), Row(400, apple("NewOne"), message("NewOne")),
        Row(400, apple("see <b>"), message("HTTP_400")),
    ]

    static let googleRows: [Row] = [
        Row(
            403,
            "the VAPID credentials in the authorization header do not correspond to the credentials used to create the "
                + "subscriptions.",
            device("HTTP_403")
        ),
        Row(403, "MismatchSenderId", device("MismatchSenderId")), Row(403, "mismatched sender", device("HTTP_403")),
        Row(403, "The credentials don't match the subscription.", device("HTTP_403")),
        Row(401, "signed with a different key", device("HTTP_401")), Row(403, "wrong sender id", device("HTTP_403")),
        Row(403, "invalid JWT provided", setUp("HTTP_403")), Row(403, "Permission denied", setUp("HTTP_403")),
        Row(403, "The token expired; it does not match the time", setUp("HTTP_403")),
        Row(413, "Request Entity Too Large", size("HTTP_413")), Row(410, "does not match", gone("HTTP_410")),
        Row(400, "UnauthorizedRegistration", setUp("UnauthorizedRegistration")),
        Row(410, "push subscription has unsubscribed or expired.", gone("HTTP_410")),
        Row(403, "permission denied: mismatch", device("HTTP_403")), Row(403, "<html>", setUp("HTTP_403")),
        Row(400, String(repeating: "mismatch", count: 4000), message("HTTP_400")),
    ]

    @Test("has one meaning", arguments: statuses + mozillaRows + appleRows + googleRows)
    func meaning(_ row: Row) {
        let answer = HTTPAnswer(
            status: row.status,
            headers: row.retryAfter.map { [("Retry-After", $0)] } ?? [],
            body: Array(row.body.utf8)
        )
        #expect(WebPushReasons.read(answer, now: Timestamp(seconds: 1_763_661_600)) == row.outcome)
    }

    @Test("that takes the push gives a receipt that tells nobody where the browser is")
    func receipt() throws {
        let location = "https://updates.push.services.mozilla.com/m/SECRET"
        let answer = HTTPAnswer(status: 201, headers: [("Location", location)])
        guard case .accepted(let receipt?) = WebPushReasons.read(answer, now: Timestamp(seconds: 0)) else {
            Issue.record("no receipt")
            return
        }
        #expect(receipt == PushMessage.topic(of: location))
        let apple = HTTPAnswer(status: 201, headers: [("apns-id", "A-1"), ("Location", location)])
        #expect(WebPushReasons.read(apple, now: Timestamp(seconds: 0)) == .accepted(receipt: "A-1"))
    }

    @Test("that asks to wait closes the way to its service for that long, and for a minute at most")
    func gate() {
        let gate = OriginBackoff()
        let start = Timestamp(seconds: 1_000)
        #expect(gate.remaining("a", now: start) == nil)
        gate.close("a", for: .seconds(10), now: start)
        #expect(gate.remaining("a", now: start + .seconds(4)) == .seconds(6))
        #expect(gate.remaining("b", now: start) == nil)
        gate.close("a", for: .seconds(2), now: start)
        #expect(gate.remaining("a", now: start + .seconds(4)) == .seconds(6))
        #expect(gate.remaining("a", now: start + .seconds(10)) == nil)
        gate.close("a", for: .seconds(86_400), now: start)
        #expect(gate.remaining("a", now: start) == .seconds(60))
        #expect(gate.remaining("a", now: start + .seconds(-3600)) == nil)
        for number in 0..<(OriginBackoff.limit + 10) { gate.close("\(number)", for: .seconds(number + 1), now: start) }
        let closed = (0..<(OriginBackoff.limit + 10)).count { gate.remaining("\($0)", now: start) != nil }
        #expect(closed == OriginBackoff.limit)
    }
}
