import PealCore
import Testing

@Suite("What keeps a queue from sending")
struct QueueConditionTests {
    private static let opening = OpenBreaker(
        since: Timestamp(seconds: 100),
        reason: "connection-refused",
        probeAt: Timestamp(seconds: 130)
    )
    private static let breaker = "breaker open since 100 (connection refused), next probe 130"
    private static let tokens =
        "token-invalidation breaker open since 9 (too many device tokens declared dead; none is removed)"

    static let cases: [([QueueCondition], String)] = [
        ([], "sending"),
        ([.paused(since: Timestamp(seconds: 7), by: "ana")], "paused by ana since 7"),
        ([.paused(since: Timestamp(seconds: 7), by: nil)], "paused by an operator since 7"),
        ([.throttled(until: Timestamp(seconds: 8))], "asked to wait until 8"),
        ([.breakerOpen(opening)], breaker),
        ([.tokenBreakerOpen(since: Timestamp(seconds: 9))], "sending; \(tokens)"),
        ([.breakerOpen(opening), .tokenBreakerOpen(since: Timestamp(seconds: 9))], "\(breaker); \(tokens)"),
    ]

    @Test("is said with who, since when and why", arguments: cases)
    func words(conditions: [QueueCondition], words: String) {
        #expect(QueueCondition.words(conditions) { "\($0.seconds)" } == words)
    }
}
