import PealCore
import Testing

@Suite("A queue")
struct DeliveryQueueTests {
    static let start = Timestamp(seconds: 1_000)

    @Test("An eighth of its bound is kept for critical deliveries", arguments: [(1, 1), (2, 1), (8, 7), (256, 224)])
    func reserve(_ bound: Int, _ ordinary: Int) {
        var queue = DeliveryQueue(bound: bound, perSecond: nil, now: Self.start)
        #expect(queue.room(now: Self.start) == QueueCapacity(critical: bound, ordinary: ordinary))
        queue.began(ordinary, now: Self.start)
        #expect(queue.room(now: Self.start).ordinary == 0)
        #expect(queue.room(now: Self.start).critical == bound - ordinary)
    }

    @Test("Paused, it sends nothing at all, for as long as it takes")
    func paused() {
        var queue = DeliveryQueue(bound: 8, perSecond: nil, now: Self.start)
        (queue.pausedAt, queue.pausedBy) = (Self.start, "ana")
        #expect(queue.room(now: Self.start + .seconds(1_000_000)).isEmpty)
        let pause = QueuePause(until: nil, pausesCritical: true, cause: .paused(since: Self.start, by: "ana"))
        #expect(queue.hold(now: Self.start) == pause)
        #expect(queue.explainedPause(now: Self.start) == pause)
    }

    @Test("A sender that is told to slow down waits as long as it is told, and every delivery with it")
    func throttled() {
        var queue = DeliveryQueue(bound: 8, perSecond: nil, now: Self.start)
        queue.began(2, now: Self.start)
        queue.note(.throttled(reason: "x", retryAfter: .seconds(60), scope: .sender), now: Self.start, unit: 0)
        queue.note(.throttled(reason: "x", retryAfter: .seconds(30), scope: .sender), now: Self.start, unit: 0)
        #expect(queue.room(now: Self.start + .seconds(59)).isEmpty)
        let pause = QueuePause(until: Self.start + .seconds(60), pausesCritical: true, cause: .throttled)
        #expect(queue.hold(now: Self.start) == pause)
        #expect(!queue.room(now: Self.start + .seconds(60)).isEmpty)
    }

    @Test("One device's throttle holds nobody else")
    func deviceThrottle() {
        var queue = DeliveryQueue(bound: 8, perSecond: nil, now: Self.start)
        queue.began(1, now: Self.start)
        queue.note(.throttled(reason: "x", retryAfter: .seconds(60), scope: .device), now: Self.start, unit: 0)
        #expect(queue.hold(now: Self.start) == nil)
    }

    @Test("While the service fails, ordinary deliveries wait and critical ones go on")
    func broken() {
        var queue = DeliveryQueue(bound: 16, perSecond: nil, now: Self.start)
        queue.began(10, now: Self.start)
        for _ in 0..<10 { queue.note(.unavailable(reason: "503", retryAfter: nil), now: Self.start, unit: 0) }
        #expect(queue.room(now: Self.start) == QueueCapacity(critical: 6, ordinary: 0), "while all are still in flight")
        #expect(queue.room(now: Self.start + .seconds(5)).ordinary == 1, "the probe waits for no disk")
        for _ in 0..<10 { queue.ended() }
        #expect(queue.room(now: Self.start) == QueueCapacity(critical: 16, ordinary: 0))
        let probeAt = Self.start + .seconds(5)
        let opening = OpenBreaker(since: Self.start, reason: "503", probeAt: probeAt)
        #expect(
            queue.hold(now: Self.start)
                == QueuePause(until: probeAt, pausesCritical: false, cause: .breakerOpen(opening))
        )
        #expect(queue.hold(now: probeAt) == nil)
        #expect(
            queue.explainedPause(now: probeAt)
                == QueuePause(until: nil, pausesCritical: false, cause: .breakerOpen(opening)),
            "all but the probe wait for its answer"
        )
        #expect(queue.room(now: Self.start + .seconds(5)) == QueueCapacity(critical: 16, ordinary: 1))
    }

    @Test("The rate bounds ordinary deliveries; critical ones pass and are counted")
    func rate() {
        var queue = DeliveryQueue(bound: 1_000, perSecond: 100, now: Self.start)
        #expect(queue.room(now: Self.start).ordinary == 20)
        queue.began(20, now: Self.start)
        #expect(queue.room(now: Self.start).ordinary == 0)
        #expect(queue.room(now: Self.start).critical == 980)
        let pause = QueuePause(until: Self.start + .milliseconds(20), pausesCritical: false, cause: .rate)
        #expect(queue.hold(now: Self.start) == pause)
    }
}
