import PealCore
import Testing

@Suite("Windows of sender limits")
struct LimitWindowTests {
    @Test("have quota left until they are full", arguments: [(0, 2, true), (1, 2, true), (2, 2, false), (3, 2, false)])
    func room(used: Int, max: Int, hasRoom: Bool) {
        let window = LimitWindow(scope: "org/o1", used: used, end: Timestamp(seconds: 60))
        #expect(window.hasRoom(under: TriggerSubmission.limit(.reject, max: max)) == hasRoom)
    }

    static let begin = Timestamp(seconds: 3600)

    @Test(
        "queue a trigger that was accepted before they began and is due at their beginning",
        arguments: [
            (begin - .seconds(1), begin, true), (begin, begin, false), (begin + .seconds(1), begin, false),
            (begin - .seconds(1), begin + .seconds(1), false), (begin - .seconds(9), begin - .seconds(9), false),
        ]
    )
    func queued(acceptedAt: Timestamp, dueAt: Timestamp, isQueued: Bool) {
        let use = LimitWindowUse(limit: "l", scope: "org/o1", from: Self.begin, acceptedAt: acceptedAt, dueAt: dueAt)
        #expect(use.isQueued == isQueued)
    }
}
