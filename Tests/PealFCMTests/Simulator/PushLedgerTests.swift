import PealCore
import Testing

@testable import PealSandbox

@Suite("The request log")
struct PushLedgerTests {
    private static func entry(_ number: Int64, _ provider: ProviderID = .fcm) -> LedgerEntry {
        LedgerEntry(
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
        let ledger = PushLedger(limit: 8)
        for number in 1...100 { ledger.record(Self.entry(Int64(number))) }
        let kept = ledger.entries().items.map(\.number)
        #expect((8...10).contains(kept.count))
        #expect(kept == Array(100 - UInt64(kept.count) + 1...100))
        #expect(ledger.counters.forgotten == 100 - UInt64(kept.count))
        #expect(ledger.counters.accepted == 100)
    }

    @Test("goes on where a reader stopped, by number or by time, for one provider or all")
    func pages() {
        let ledger = PushLedger()
        for number in 1...4 { ledger.record(Self.entry(Int64(number), number == 2 ? .apns : .fcm)) }
        #expect(ledger.entries(after: 2, limit: 1).items.map(\.number) == [3])
        #expect(ledger.entries(provider: .fcm).items.map(\.number) == [1, 3, 4])
        let page = ledger.page(provider: nil, since: Timestamp(seconds: 3).rfc3339)
        #expect(page.object?["items"]?.array?.count == 2)
        #expect(page.object?["cursor"] == .string("4"))
        #expect(ledger.page(provider: nil, since: "4").object?["items"] == .array([]))
    }

    @Test("keeps no bodies in a load run, and is read in pages")
    func lean() {
        let ledger = PushLedger(detail: .lean, limit: 8)
        ledger.record(Self.entry(1))
        for number in 1...100 {
            let at = Timestamp(seconds: Int64(number))
            ledger.record(PushLedger.LeanEntry(at: at, token: "t", tag: "g", notification: "n\(number)"))
        }
        #expect(ledger.entries().items.isEmpty)
        #expect(ledger.counters.accepted == 101)
        var read: [String] = []
        var cursor: UInt64 = 0
        while case let page = ledger.accepted(after: cursor, limit: 3), !page.items.isEmpty {
            read += page.items.map(\.notification)
            cursor = page.cursor
        }
        #expect(read == (1...100).suffix(read.count).map { "n\($0)" })
        #expect((8...10).contains(read.count))
        #expect(cursor == 100)
    }
}
