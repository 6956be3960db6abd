import PealCore
import Testing

@Suite("Properties of retry schedules")
struct RetryPropertyTests {
    /// A schedule as a catalog may have it, with the randomness of its waits.
    private struct Plan {
        let schedule: RetrySchedule
        let units: [Double]

        init(_ choices: inout Choices) {
            if choices.flag() {
                schedule = .exponential(
                    max: choices.integer(in: 0...10),
                    base: .milliseconds(choices.integer(in: Int64(0)...86_400_000)),
                    factor: Double(choices.integer(in: 100...1_000)) / 100,
                    jitter: Double(choices.integer(in: 0...100)) / 100
                )
            } else {
                let delays = choices.array(count: 1...10) { $0.integer(in: Int64(0)...86_400_000) }
                schedule = .delays(delays.map { .milliseconds($0) })
            }
            units = (0..<12).map { _ in Double(choices.integer(in: 0...9_999)) / 10_000 }
        }
    }

    @Test("C01: exactly the planned retries have a wait, which is never negative and at most a day")
    func bounded() async {
        await Property(cases: 1_500, of: Plan.init).check(relevant: 500) { plan in
            for retry in -1...12 {
                let wait = plan.schedule.delay(beforeRetry: retry, unit: plan.units[abs(retry) % 12])
                let isPlanned = (1...12).contains(retry) && retry <= plan.schedule.maximumRetries
                try demand(
                    (wait != nil) == isPlanned,
                    "retry \(retry) of \(plan.schedule.maximumRetries): \(wait as Any)"
                )
                guard let wait else { continue }
                try demand(wait >= .zero && wait <= .seconds(86_400), "retry \(retry) waits \(wait)")
            }
            return plan.schedule.maximumRetries > 0
        }
    }

    @Test("C01: the n-th wait is the base by the factor, n - 1 times, spread by no more than the jitter says")
    func growth() async {
        await Property(cases: 1_500, of: Plan.init).check(relevant: 200) { plan in
            guard case .exponential(let maximum, let base, let factor, let jitter) = plan.schedule else { return false }
            var seconds = Double(base.wholeMilliseconds) / 1_000
            for retry in stride(from: 1, through: maximum, by: 1) {
                let (low, high) = (min(seconds * (1 - jitter), 86_400), min(seconds * (1 + jitter), 86_400))
                let waits = [0, plan.units[retry], 0.9999].compactMap {
                    plan.schedule.delay(beforeRetry: retry, unit: $0)
                }
                try demand(waits.count == 3, "retry \(retry) has a wait")
                for wait in waits {
                    let isWithin = wait >= .seconds(low - 0.002) && wait <= .seconds(high + 0.002)
                    try demand(isWithin, "retry \(retry) waits \(wait), not \(low) to \(high) s")
                }
                let spread = Duration.seconds((high - low) * 0.99 - 0.01)
                try demand(waits[2] - waits[0] >= spread, "retry \(retry) is spread by \(spread)")
                seconds *= factor
            }
            return maximum > 1
        }
    }
}
