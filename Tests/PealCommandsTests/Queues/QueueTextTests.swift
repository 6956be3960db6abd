import PealCore
import PealServer
import PealStore
import Testing

@testable import PealCommands

@Suite("The state of a queue")
struct QueueTextTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let breaker = QueueTrouble(
        breaker: OpenBreaker(since: now - .seconds(45), reason: "connection-refused", probeAt: now + .seconds(15)),
        throttledUntil: now - .seconds(1)
    )
    private static let queue = QueueKey(app: "shop", provider: .fcm)

    private static func record(
        pausedAt: Timestamp? = nil,
        by: String? = nil,
        _ trouble: QueueTrouble = QueueTrouble()
    ) -> QueueRecord {
        QueueRecord(
            queue: queue,
            pausedAt: pausedAt,
            pausedBy: by,
            invalidationBreakerOpenSince: nil,
            redrivenAt: nil,
            trouble: trouble
        )
    }

    static let cases: [(QueueRecord?, String)] = [
        (nil, "sending"), (record(), "sending"),
        (record(pausedAt: now - .seconds(60), by: "ana"), "paused by ana since 07:59:00"),
        (record(pausedAt: now - .seconds(86_400)), "paused by an operator since 2027-01-14 08:00:00"),
        (record(breaker), "breaker open since 07:59:15 (connection refused), next probe 08:00:15"),
    ]

    @Test("says whether it sends, and what keeps it from sending", arguments: cases)
    func state(record: QueueRecord?, text: String) {
        #expect(QueueText.state(record, in: .utc, now: Self.now) == text)
    }

    @Test("says times, and which day it is, where the reader is")
    func zone() throws {
        let kathmandu = try #require(ZoneRegistry().zone("Asia/Kathmandu"))
        let paused = Self.record(pausedAt: Self.now - .seconds(14 * 3_600))
        let earlier = "paused by an operator since 2027-01-14 23:45:00"
        #expect(QueueText.state(paused, in: kathmandu, now: Self.now) == earlier)
        let later = Self.record(pausedAt: Self.now - .seconds(13 * 3_600))
        #expect(QueueText.state(later, in: kathmandu, now: Self.now) == "paused by an operator since 00:45:00")
    }

    @Test("is in the report of `peal doctor` where a queue does not send")
    func doctor() {
        let lines = QueueCheck(now: Self.now, zone: .utc).run([Self.record(), Self.record(Self.breaker)])
        #expect(lines.map(\.level) == [.warn])
        #expect(
            lines.first?.message.hasPrefix(
                "shop/fcm: breaker open since 2027-01-15 07:59:15 UTC (connection refused)"
            ) == true
        )
    }

    @Test(
        "names the user behind sudo, else the system's user, else its number",
        arguments: [("ana", "root", "ana"), (nil, "peal", "peal"), ("", "peal", "peal"), (nil, "", "uid 7")]
            as [(String?, String, String)]
    )
    func operators(sudo: String?, user: String, name: String) {
        #expect(OperatorName.named(sudo, user, uid: 7) == name)
    }
}
