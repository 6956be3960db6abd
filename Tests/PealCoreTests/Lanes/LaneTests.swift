import PealCore
import Testing

@Suite("A queue")
struct LaneTests {
    static let start = Timestamp(seconds: 1_000)

    @Test("An eighth of its bound is kept for critical deliveries", arguments: [(1, 1), (2, 1), (8, 7), (256, 224)])
    func reserve(_ bound: Int, _ ordinary: Int) {
        var lane = Lane(bound: bound, perSecond: nil, now: Self.start)
        #expect(lane.room(now: Self.start) == LaneRoom(critical: bound, ordinary: ordinary))
        lane.began(ordinary, now: Self.start)
        #expect(lane.room(now: Self.start).ordinary == 0)
        #expect(lane.room(now: Self.start).critical == bound - ordinary)
    }

    @Test("Paused, it sends nothing at all, for as long as it takes")
    func paused() {
        var lane = Lane(bound: 8, perSecond: nil, now: Self.start)
        lane.pausedAt = Self.start
        #expect(lane.room(now: Self.start + .seconds(1_000_000)).isEmpty)
        #expect(lane.hold(now: Self.start) == LaneHold(until: nil, holdsCritical: true))
    }

    @Test("A sender that is told to slow down waits as long as it is told, and every delivery with it")
    func throttled() {
        var lane = Lane(bound: 8, perSecond: nil, now: Self.start)
        lane.began(2, now: Self.start)
        lane.ended(.throttled(reason: "x", retryAfter: .seconds(60), scope: .sender), now: Self.start, unit: 0)
        lane.ended(.throttled(reason: "x", retryAfter: .seconds(30), scope: .sender), now: Self.start, unit: 0)
        #expect(lane.room(now: Self.start + .seconds(59)).isEmpty)
        #expect(lane.hold(now: Self.start) == LaneHold(until: Self.start + .seconds(60), holdsCritical: true))
        #expect(!lane.room(now: Self.start + .seconds(60)).isEmpty)
    }

    @Test("One device's throttle holds nobody else")
    func deviceThrottle() {
        var lane = Lane(bound: 8, perSecond: nil, now: Self.start)
        lane.began(1, now: Self.start)
        lane.ended(.throttled(reason: "x", retryAfter: .seconds(60), scope: .device), now: Self.start, unit: 0)
        #expect(lane.hold(now: Self.start) == nil)
    }

    @Test("While the service fails, ordinary deliveries wait and critical ones go on")
    func broken() {
        var lane = Lane(bound: 16, perSecond: nil, now: Self.start)
        lane.began(10, now: Self.start)
        for _ in 0..<10 { lane.ended(.unavailable(reason: "503", retryAfter: nil), now: Self.start, unit: 0) }
        #expect(lane.room(now: Self.start) == LaneRoom(critical: 16, ordinary: 0))
        #expect(lane.hold(now: Self.start) == LaneHold(until: Self.start + .seconds(5), holdsCritical: false))
        #expect(lane.room(now: Self.start + .seconds(5)) == LaneRoom(critical: 16, ordinary: 1))
    }

    @Test("The rate bounds ordinary deliveries; critical ones pass and are counted")
    func rate() {
        var lane = Lane(bound: 1_000, perSecond: 100, now: Self.start)
        #expect(lane.room(now: Self.start).ordinary == 20)
        lane.began(20, now: Self.start)
        #expect(lane.room(now: Self.start).ordinary == 0)
        #expect(lane.room(now: Self.start).critical == 980)
        #expect(lane.hold(now: Self.start) == LaneHold(until: Self.start + .milliseconds(20), holdsCritical: false))
    }
}
