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
}
