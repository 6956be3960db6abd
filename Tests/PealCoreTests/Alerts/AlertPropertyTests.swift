import PealCore
import Testing

@Suite("Alerts over time")
struct AlertPropertyTests {
    /// Figures of one alert, each so many seconds after the one before.
    private struct Run: Sendable {
        var key: Alert.Key
        var limit: AlertLimit
        var figures: [(wait: Int, figure: AlertFigure)]

        init(_ choices: inout Choices) {
            key = Alert.Key(AlertRule.allCases[choices.integer(in: 0...AlertRule.allCases.count - 1)])
            limit = AlertLimit(Double(choices.integer(in: 0...10)) / 10, minimum: choices.integer(in: 0...3))
            figures = (0..<choices.integer(in: 1...40)).map { _ in
                let value = Double(choices.integer(in: 0...12)) / 10
                return (choices.integer(in: 0...400), AlertFigure(value, of: choices.integer(in: 0...6)))
            }
        }

        /// The steps with their instants, in order.
        func steps() -> [(at: Timestamp, step: AlertStep)] {
            var (now, alert) = (Timestamp(seconds: 0), Alert?.none)
            return figures.map { wait, figure in
                now = now + .seconds(wait)
                let step = AlertStep(of: key, alert, figure, limit, now: now)
                alert = step.after
                return (now, step)
            }
        }
    }

    @Test("it fires and is resolved in turns, and every resolution was fired first")
    func turns() async {
        await Property { Run(&$0) }.check(relevant: 20) { run in
            let news = run.steps().compactMap(\.step.news)
            for (index, one) in news.enumerated() { try #require(one == (index % 2 == 0 ? .fired : .resolved)) }
            try #require(news.count % 2 == (run.steps().last?.step.after?.isFiring == true ? 1 : 0))
            return !news.isEmpty
        }
    }

    @Test("the same figure twice changes nothing the second time at the same instant, and never fires again")
    func again() async {
        await Property { Run(&$0) }.check(relevant: 20) { run in
            for (index, (at, step)) in run.steps().enumerated() {
                let figure = run.figures[index].figure
                let again = AlertStep(of: run.key, step.after, figure, run.limit, now: at)
                try #require(again.news == nil && again.after == step.after)
            }
            return run.steps().contains { $0.step.after?.isFiring == true }
        }
    }

    @Test("one that is resolved stays quiet for at least the time that its rule waits")
    func flaps() async {
        await Property { Run(&$0) }.check(relevant: 10) { run in
            var (firedAt, resolved) = (Timestamp?.none, 0)
            for (at, step) in run.steps() {
                if step.news == .fired { firedAt = at }
                guard step.news == .resolved, let fired = firedAt else { continue }
                try #require(at - fired >= (run.key.rule.basis == .now ? .seconds(120) : .seconds(300)))
                resolved += 1
            }
            return resolved > 0
        }
    }

    @Test("while its figure is wrong, nothing resolves an alert")
    func stays() async {
        await Property { Run(&$0) }.check(relevant: 10) { run in
            for (index, (_, step)) in run.steps().enumerated() where step.news == .resolved {
                let (figure, limit) = (run.figures[index].figure, run.limit)
                let isBelow = [.deliveryRate, .openRate, .quickReplyUse].contains(run.key.rule)
                let isWrong = isBelow ? figure.value < limit.threshold : figure.value > limit.threshold
                try #require(!isWrong || figure.sample < limit.minimum)
            }
            return run.steps().contains { $0.step.news == .resolved }
        }
    }
}
