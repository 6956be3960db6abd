import Testing

@testable import PealCore

@Suite("The time that a server goes by while its clock may be wrong")
struct ClockStateTests {
    private static let stored = Timestamp(seconds: 1_800_000_000)
    private static let day = Duration.seconds(86_400)
    private static let hour = ClockState.tolerance

    /// Starts with a clock that is off, and reads it again some time later.
    private static func start(_ offset: Duration, uptime: Duration = .zero) -> ClockState {
        ClockState(after: stored, system: stored + offset, uptime: uptime)
    }

    @Test(
        "a start far ahead of what is stored goes on from there, as fast as time passes",
        arguments: [day * 2, day * 5, day * 400, day * 1_200, hour + .seconds(1), .seconds(3 * 3_600), day * 7_300]
    )
    func ahead(offset: Duration) {
        var state = Self.start(offset)
        #expect(state.question == ClockState.Question(system: Self.stored + offset, trusted: Self.stored))
        #expect(state.question?.isAhead == true && state.question?.gap == offset)
        let later = Duration.seconds(600)
        #expect(state.read(system: Self.stored + offset + later, uptime: later) == Self.stored + later)
        // The clock is set right again: nobody has to say anything.
        #expect(state.read(system: Self.stored + later, uptime: later) == Self.stored + later)
        #expect(state.question == nil)
    }

    @Test(
        "a start behind what is stored is never older than what may have been stored last",
        arguments: [day * -2, day * -400, hour * -1 - .seconds(1), Timestamp(milliseconds: 0) - stored, day * -7_300]
    )
    func behind(offset: Duration) {
        var state = Self.start(offset)
        let begin = Self.stored + ClockState.noteInterval
        #expect(state.question == ClockState.Question(system: Self.stored + offset, trusted: begin))
        #expect(state.question?.isAhead == false && state.question?.gap == begin - (Self.stored + offset))
        #expect(state.read(system: Self.stored + offset + Self.day, uptime: Self.day) == begin + Self.day)
        // Until the clock has caught up, also by itself.
        #expect(state.read(system: begin + Self.day * 2, uptime: Self.day * 2) == begin + Self.day * 2)
        #expect(state.question == nil)
    }

    @Test(
        "a difference of up to an hour is a correction, and followed",
        arguments: [.zero, hour, hour * -1, .seconds(59), .seconds(-1_800)] as [Duration]
    )
    func correction(offset: Duration) {
        var state = Self.start(offset)
        #expect(state.question == nil)
        #expect(state.read(system: Self.stored + offset, uptime: .zero) == Self.stored + offset)
    }

    @Test("the time that a sleeping machine misses is no jump: uptime counts it")
    func suspended() {
        var state = Self.start(.zero)
        #expect(state.read(system: Self.stored + Self.day * 3, uptime: Self.day * 3) == Self.stored + Self.day * 3)
        #expect(state.question == nil)
    }

    @Test(
        "a first start trusts any plausible clock, and no other",
        arguments: [
            (0, false), (1_767_225_600, true), (1_800_000_000, true), (4_102_444_800, true), (9_000_000_000, false),
        ]
    )
    func first(seconds: Int64, isTrusted: Bool) {
        var state = ClockState(after: nil, system: Timestamp(seconds: seconds), uptime: .zero)
        #expect((state.question == nil) == isTrusted)
        let now = state.read(system: Timestamp(seconds: seconds), uptime: .zero)
        #expect(ClockState.plausible.contains(now))
    }

    @Test(
        "a witness ends a question within five minutes of a clock that is ahead, and no other",
        arguments: [
            (day * 2, .zero, true), (day * 5, .seconds(300), true), (day * 400, .seconds(-300), true),
            (day * 2, .seconds(301), false), (day * 2, .seconds(-301), false), (day * 2, day * -2, false),
            // Going back is for an operator: what is stored would be in the future.
            (day * -2, .zero, false), (day * -400, .zero, false),
        ] as [(Duration, Duration, Bool)]
    )
    func witness(offset: Duration, distance: Duration, isAccepted: Bool) {
        var state = Self.start(offset)
        let system = Self.stored + offset
        #expect(state.compare(system + distance, system: system, uptime: .zero) == isAccepted)
        #expect((state.question == nil) == isAccepted)
        if !isAccepted {
            _ = state.read(system: system + .seconds(9), uptime: .seconds(9))
            #expect(state.question?.witness == system + distance + .seconds(9))
            #expect(state.outside(system: system, uptime: .seconds(9)) == system + distance + .seconds(9))
        }
        // Of a clock that is trusted it says nothing.
        var calm = Self.start(.zero)
        let isEnded = calm.compare(Self.stored + Self.day * 99, system: Self.stored, uptime: .zero)
        #expect(!isEnded)
        #expect(calm.question == nil)
    }

    @Test("an operator's word ends every question, in both directions", arguments: [2, -2, 400, -400, 1_200])
    func accepted(days: Int) {
        var state = Self.start(Self.day * days)
        let system = Self.stored + Self.day * days
        state.accept(system: system, uptime: .seconds(5))
        #expect(state.question == nil)
        #expect(state.read(system: system + .seconds(1), uptime: .seconds(6)) == system + .seconds(1))
        #expect(ClockState(after: system, system: system + .seconds(40), uptime: .zero).question == nil)
    }

    @Test("time passes as fast as it does but for corrections, whatever the clock shows")
    func passes() async {
        struct Act: Sendable {
            var passed: Duration
            var jump: Duration
        }
        let acts = Property<[Act]> { choices in
            choices.array(count: 1...30) { choices in
                Act(
                    passed: .milliseconds(choices.integer(in: 0...(48 * 3_600_000) as ClosedRange<Int64>)),
                    jump: choices.flag(onceIn: 3)
                        ? .milliseconds(choices.integer(in: -200_000_000_000...200_000_000_000 as ClosedRange<Int64>))
                        : .zero
                )
            }
        }
        await acts.check { acts in
            var (state, system, uptime) = (Self.start(.zero), Self.stored, Duration.zero)
            var last = state.read(system: system, uptime: uptime)
            for act in acts {
                let wasInQuestion = state.question != nil
                uptime += act.passed
                system = system + act.passed + act.jump
                let now = state.read(system: system, uptime: uptime)
                let error = now - last - act.passed
                try #require(max(error, .zero - error) <= ClockState.tolerance)
                if wasInQuestion, state.question != nil { try #require(error == .zero) }
                if state.question == nil { try #require(now == system) }
                last = now
            }
        }
    }
}
