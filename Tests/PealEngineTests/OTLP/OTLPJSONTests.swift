import PealCore
import PealProviderKit
import Testing

@testable import PealEngine

@Suite("OTLP/HTTP as JSON")
struct OTLPJSONTests {
    private static let at = Timestamp(milliseconds: 1_700_000_000_123)
    private static let id = NotificationID(UUIDv7(milliseconds: 1, random: (1, 1)))

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static let values: [(JSONValue, String)] = [
        (.null, "{}"), (.bool(true), #"{"boolValue":true}"#), (.string("ü\"\n"), #"{"stringValue":"ü\"\n"}"#),
        (.integer(9_007_199_254_740_993), #"{"intValue":"9007199254740993"}"#),
        (.integer(-1), #"{"intValue":"-1"}"#), (.number(0.5), #"{"doubleValue":0.5}"#),
        (.array([.string("push"), .null]), #"{"arrayValue":{"values":[{"stringValue":"push"},{}]}}"#),
        (.array([]), #"{"arrayValue":{"values":[]}}"#),
        (.object(["a": .integer(1)]), #"{"kvlistValue":{"values":[{"key":"a","value":{"intValue":"1"}}]}}"#),
    ]

    @Test("Each value has the member of its type; 64-bit integers are strings", arguments: values)
    func value(value: JSONValue, expected: String) {
        var record = OTLPLogRecord(
            .init(.init(.opened(Self.id, timeSinceSent: .zero), at: Self.at)),
            of: "a",
            readAt: Self.at
        ) {
            $0.rawValue
        }
        record.attributes = [("x", value)]
        let body = Self.text(OTLPJSON.logs([record], version: "1"))
        #expect(body.contains(#""attributes":[{"key":"x","value":"# + expected + "}]}"), "\(body)")
    }

    @Test("A log record has the event's name, its members, and whether a client claims it")
    func record() {
        let event = AnalyticsEvent(.opened(Self.id, timeSinceSent: .seconds(90)), at: Self.at)
        let record = OTLPLogRecord(.init(event), of: "shop", readAt: Self.at + .seconds(1)) { $0.rawValue }
        let expected =
            #"{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"peal"}},"#
            + #"{"key":"service.version","value":{"stringValue":"1"}}]},"scopeLogs":[{"scope":{"name":"peal.analytics"},"#
            + #""logRecords":[{"timeUnixNano":"1700000000123000000","observedTimeUnixNano":"1700000001123000000","#
            + #""severityNumber":9,"body":{"stringValue":"notification_opened"},"eventName":"notification_opened","#
            + #""attributes":[{"key":"notificationId","value":{"stringValue":"\#(Self.id)"}},"#
            + #"{"key":"timeSinceSent","value":{"intValue":"90000"}},{"key":"claimed","value":{"boolValue":true}},"#
            + #"{"key":"peal.app","value":{"stringValue":"shop"}}]}]}]}]}"#
        #expect(Self.text(OTLPJSON.logs([record], version: "1")) == expected)
    }

    @Test("A span has hexadecimal identifiers, numbers for enumerations, and times in nanoseconds as strings")
    func span() throws {
        let trigger = TriggerID(UUIDv7(milliseconds: 1, random: (1, 1)))
        let caller = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        var facts = TraceFacts()
        facts.triggers[trigger] = TraceFacts.Trigger(type: "x", parent: caller, acceptedAt: Self.at, dueAt: Self.at)
        let events = [Event(.triggerAccepted, app: "shop", .trigger(trigger))]
        let spans = TraceReading(events, of: "shop", facts: facts, share: 0).spans
        let body = Self.text(OTLPJSON.traces(spans, version: "1"))
        let expected =
            #""scopeSpans":[{"scope":{"name":"peal.pipeline"},"spans":[{"traceId":"4bf92f3577b34da6a3ce929d0e0e4736","#
            + #""spanId":"\#(SpanID(of: trigger).hex)","parentSpanId":"00f067aa0ba902b7","flags":769,"#
            + #""name":"peal.trigger","kind":2,"startTimeUnixNano":"1700000000123000000","#
            + #""endTimeUnixNano":"1700000000123000000","attributes":[{"key":"peal.app","value":{"stringValue":"shop"}},"#
        #expect(body.contains(expected), "\(body)")
        #expect(body.hasSuffix(#"],"status":{}}]}]}]}"#))
        #expect(SpanID(of: trigger).hex.utf8.count == 16)
    }

    @Test("A request without records is one", arguments: OTLPSignal.allCases)
    func empty(signal: OTLPSignal) {
        #expect(
            Self.text(signal.emptyRequest) == (signal == .logs ? #"{"resourceLogs":[]}"# : #"{"resourceSpans":[]}"#)
        )
    }

    private static func answered(_ status: Int, _ body: String = "", _ headers: (String, String)...) -> HTTPResult {
        let headers = headers.map { (name: $0.0, value: $0.1) }
        return .answered(HTTPAnswer(status: status, headers: headers, body: Array(body.utf8)))
    }

    private static let answers: [(HTTPResult, OTLPAnswer)] = [
        (answered(200), .taken(rejected: 0)), (answered(200, "{}"), .taken(rejected: 0)),
        (answered(200, "\u{12}\u{0}"), .taken(rejected: 0)), (answered(202, "x"), .taken(rejected: 0)),
        (answered(200, #"{"partialSuccess":{}}"#), .taken(rejected: 0)),
        (answered(200, #"{"partialSuccess":{"rejectedLogRecords":"3","errorMessage":"x"}}"#), .taken(rejected: 3)),
        (answered(200, #"{"partialSuccess":{"rejectedSpans":2}}"#), .taken(rejected: 2)),
        (answered(400), .refused(status: 400)), (answered(413), .refused(status: 413)),
        (answered(401), .failed(reason: "status-401", retryAfter: nil)),
        (answered(302), .failed(reason: "status-302", retryAfter: nil)),
        (answered(429, "", ("Retry-After", "7")), .failed(reason: "status-429", retryAfter: .seconds(7))),
        (answered(503), .failed(reason: "status-503", retryAfter: nil)),
        (.notSent(reason: "a"), .failed(reason: "a", retryAfter: nil)),
        (.answerLost(reason: "b"), .failed(reason: "b", retryAfter: nil)),
    ]

    @Test("What a collector answers", arguments: answers)
    func answer(result: HTTPResult, expected: OTLPAnswer) {
        #expect(OTLPAnswer(result, now: Self.at) == expected)
    }

    @Test("It waits twice as long each time, up to a minute; the collector may want more, up to five")
    func pace() {
        var pace = OTLPPace()
        let waits = (1...9).map { _ in pace.failed(wanted: nil, random: 1) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
        let wanted = [90, 9_000].map { pace.failed(wanted: .seconds($0), random: 0) }
        #expect(wanted == [.seconds(90), .seconds(300)])
        pace.taken()
        let first = pace.failed(wanted: nil, random: 0)
        #expect(first == .milliseconds(500))
        var halves: [Int] = []
        while pace.refused(pace.limit) { halves.append(pace.limit) }
        #expect(halves == [256, 128, 64, 32, 16, 8, 4, 2, 1] && pace.limit == 1)
        for _ in 1...20 { pace.taken() }
        #expect(pace.limit == OTLPPace.largest)
    }
}
