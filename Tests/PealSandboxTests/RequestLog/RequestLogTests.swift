import PealCore
import Testing

@testable import PealSandbox

@Suite("The request log")
struct RequestLogTests {
    private static func entry(_ number: Int64, _ provider: ProviderID = .fcm) -> RequestLogEntry {
        RequestLogEntry(
            provider: provider,
            phoneID: nil,
            at: Timestamp(seconds: number),
            headers: [],
            payload: [],
            status: 200,
            reason: nil
        )
    }

    @Test("keeps the newest and counts what made room")
    func bounded() {
        let requestLog = RequestLog(limit: 8)
        for number in 1...100 { requestLog.record(Self.entry(Int64(number))) }
        let kept = requestLog.entries().items.map(\.number)
        #expect((8...10).contains(kept.count))
        #expect(kept == Array(100 - UInt64(kept.count) + 1...100))
        #expect(requestLog.counters.forgotten == 100 - UInt64(kept.count))
        #expect(requestLog.counters.accepted == 100)
    }

    @Test("goes on where a reader stopped, by number or by time, for one provider or all")
    func pages() {
        let requestLog = RequestLog()
        for number in 1...4 { requestLog.record(Self.entry(Int64(number), number == 2 ? .apns : .fcm)) }
        #expect(requestLog.entries(after: 2, limit: 1).items.map(\.number) == [3])
        #expect(requestLog.entries(provider: .fcm).items.map(\.number) == [1, 3, 4])
        let page = requestLog.page(provider: nil, since: Timestamp(seconds: 3).rfc3339)
        #expect(page.object?["items"]?.array?.count == 2)
        #expect(page.object?["cursor"] == .string("4"))
        #expect(requestLog.page(provider: nil, since: "4").object?["items"] == .array([]))
    }

    @Test("keeps no bodies in a load run, and is read in pages")
    func lean() {
        let requestLog = RequestLog(detail: .lean, limit: 8)
        requestLog.record(Self.entry(1))
        for number in 1...100 {
            let at = Timestamp(seconds: Int64(number))
            requestLog.record(RequestLog.LeanEntry(at: at, token: "t", tag: "g", notification: "n\(number)"))
        }
        #expect(requestLog.entries().items.isEmpty)
        #expect(requestLog.counters.accepted == 101)
        var read: [String] = []
        var cursor: UInt64 = 0
        while case let page = requestLog.accepted(after: cursor, limit: 3), !page.items.isEmpty {
            read += page.items.map(\.notification)
            cursor = page.cursor
        }
        #expect(read == (1...100).suffix(read.count).map { "n\($0)" })
        #expect((8...10).contains(read.count))
        #expect(cursor == 100)
    }

    @Test(
        "counts a request by what was answered",
        arguments: [
            (200, nil, "accepted"), (201, nil, "accepted"), (200, "answer-lost", "accepted"),
            (200, "DeviceNotRegistered", "refused"), (302, nil, "refused"), (404, "UNREGISTERED", "refused"),
            (503, nil, "refused"), (0, nil, "resets"),
        ] as [(Int, String?, String)]
    )
    func counted(status: Int, reason: String?, counter: String) {
        let requestLog = RequestLog()
        var entry = Self.entry(1)
        (entry.status, entry.reason) = (status, reason)
        requestLog.record(entry)
        requestLog.countTokenRequest()
        var expected: [String: JSONValue] = [
            "requests": .integer(1), "tokenRequests": .integer(1), "forgotten": .integer(0),
        ]
        for name in ["accepted", "refused", "resets"] { expected[name] = .integer(name == counter ? 1 : 0) }
        #expect(requestLog.counters.json == .object(expected))
    }

    @Test(
        "shows a body as JSON where it is, and as text where it is not",
        arguments: [
            (Array(#"{"a":[1,null]}"#.utf8), .object(["a": .array([.integer(1), .null])])),
            (Array("7".utf8), .integer(7)),
            ([], .string("")), (Array("{".utf8), .string("{")), (Array("a=b".utf8), .string("a=b")),
            ([0x61, 0xFF], .string("a\u{FFFD}")),
        ] as [([UInt8], JSONValue)]
    )
    func payload(bytes: [UInt8], shown: JSONValue) {
        var entry = Self.entry(1)
        entry.payload = bytes
        #expect(entry.json.object?["payload"] == shown)
    }

    @Test("shows who was asked for what, and of two headers with one name the first")
    func item() {
        var entry = Self.entry(0)
        entry.number = 3
        entry.phoneID = "phone-1"
        entry.headers = [("a", "1"), ("b", "2"), ("a", "3")]
        (entry.status, entry.reason) = (404, "UNREGISTERED")
        #expect(
            entry.json
                == .object([
                    "number": .integer(3), "provider": .string("fcm"), "phoneId": .string("phone-1"),
                    "at": .string("1970-01-01T00:00:00Z"), "payload": .string(""),
                    "headers": .object(["a": .string("1"), "b": .string("2")]),
                    "answer": .object(["status": .integer(404), "reason": .string("UNREGISTERED")]),
                ])
        )
        #expect(Self.entry(0).json.object?["phoneId"] == .null)
    }

    @Test(
        "is read from a number or an instant on",
        arguments: [
            (nil, true), ("0", true), ("18446744073709551615", true), ("18446744073709551616", false), ("-1", false),
            ("", false), ("1.5", false), ("2026-11-20T18:00:00Z", true), ("2026-11-20", false), ("yesterday", false),
        ] as [(String?, Bool)]
    )
    func cursor(since: String?, isCursor: Bool) { #expect(RequestLog.isCursor(since) == isCursor) }

    @Test("says that there is more only where a page is full", arguments: [(999, false), (1_000, true), (1_001, true)])
    func more(count: Int, isMore: Bool) {
        let requestLog = RequestLog()
        for number in 1...count { requestLog.record(Self.entry(Int64(number))) }
        let page = requestLog.page(provider: nil, since: nil)
        #expect(page.object?["items"]?.array?.count == min(count, 1_000))
        #expect(page.object?["next"] == (isMore ? .string("1000") : .null))
    }

    @Test(
        "gives a load run's pushes in short, from the one after the cursor on",
        arguments: [(nil, [1, 2, 3]), ("0", [1, 2, 3]), ("1", [2, 3]), ("3", []), ("9", []), ("x", [1, 2, 3])]
            as [(String?, [Int])]
    )
    func leanPage(since: String?, numbers: [Int]) {
        let requestLog = RequestLog(detail: .lean)
        for number in 1...3 {
            let at = Timestamp(milliseconds: Int64(number))
            requestLog.record(RequestLog.LeanEntry(at: at, token: "t\(number)", tag: "g", notification: "n\(number)"))
        }
        let items = numbers.map { number in
            JSONValue.array([.integer(Int64(number)), .string("t\(number)"), .string("g"), .string("n\(number)")])
        }
        #expect(requestLog.leanPage(since: since).object?["items"] == .array(items))
    }
}
