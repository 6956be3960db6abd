import JudgeKit
import PealCore

/// Measures the decider alone on one core: a thousand different users, with what was pushed to them before.
struct DecisionCost {
    /// Seconds each row is measured, in three turns with the others.
    let seconds: Double

    /// Decisions a second of processor time.
    struct Figures {
        let name: String
        let perSecond: Double
        /// The same snapshots copied and traces of the same length hashed, without deciding.
        let ceiling: Double
        /// Bytes of an encoded trace.
        let traceBytes: Double
        /// How many of a thousand came out as pushed, held, digested and suppressed.
        let outcomes: [String: Int]
    }

    /// The rows; ceilings are measured by turns with what they bound.
    func measure() throws -> [Figures] {
        let users = try SampleUsers()
        return [
            measure("no rule that looks back", users, users.plain),
            measure("throttle and digest", users, users.digested),
        ]
    }

    private func measure(_ name: String, _ users: SampleUsers, _ type: NotificationType) -> Figures {
        let decider = users.decider(of: type)
        let questions = users.questions(of: type)
        let traces = questions.map { decider.decide($0).trace.encoded }
        var outcomes: [String: Int] = [:]
        for question in questions { outcomes[Self.word(decider.decide(question).push), default: 0] += 1 }
        let copying = { (index: Int) -> Int in
            let copy = Self.copy(questions[index])
            return Self.hash(traces[index], Int(truncatingIfNeeded: copy.now.milliseconds))
        }
        let deciding = { (index: Int) -> Int in
            let decision = decider.decide(questions[index])
            return Self.hash(decision.trace.encoded, decision.isAlert ? 1 : 0)
        }
        var (decided, copied) = (Rate(), Rate())
        for _ in 0..<3 {
            copied.add(count: questions.count, for: seconds / 3, copying)
            decided.add(count: questions.count, for: seconds / 3, deciding)
        }
        return Figures(
            name: name,
            perSecond: decided.perSecond,
            ceiling: copied.perSecond,
            traceBytes: Double(traces.reduce(0) { $0 + $1.utf8.count }) / Double(traces.count),
            outcomes: outcomes
        )
    }

    /// How often something was done in how much processor time.
    private struct Rate {
        var done = 0
        var time = 0.0
        /// Keeps the work from being optimised away.
        var checksum = 0

        var perSecond: Double { Double(done) / max(time, 1e-9) }

        mutating func add(count: Int, for seconds: Double, _ work: (Int) -> Int) {
            let watch = Stopwatch()
            let start = ProcessorTime.own
            repeat {
                for index in 0..<count { checksum &+= work(index) }
                done += count
            } while watch.seconds < seconds
            time += ProcessorTime.own - start
        }
    }

    @inline(never)
    private static func copy(_ question: Decider.Question) -> Decider.Question {
        var copy = question
        copy.now = copy.now + .milliseconds(1)
        return copy
    }

    /// FNV-1a over the bytes of a trace.
    private static func hash(_ trace: String, _ seed: Int) -> Int {
        var value = UInt64(truncatingIfNeeded: seed) ^ 0xcbf2_9ce4_8422_2325
        for byte in trace.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(truncatingIfNeeded: value)
    }

    private static func word(_ push: PushResult) -> String {
        switch push {
        case .send: "sent"
        case .hold: "held"
        case .digest: "digested"
        case .suppress: "suppressed"
        }
    }
}
