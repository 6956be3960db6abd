import PealCore
import Testing

@Suite("Properties of sender limits")
struct LimitPropertyTests {
    /// A limit, a zone, and the instants at which something is to be sent, in any order.
    private struct Run {
        var limit: SenderLimit
        var zone: TestZone
        var instants: [Timestamp]

        init(_ choices: inout Choices, _ excess: SenderLimit.Excess) {
            limit = SenderLimit(
                id: "l",
                types: ["a"],
                scope: .org,
                max: choices.integer(in: 1...4),
                per: choices.element(of: CalendarUnit.allCases),
                zone: .app,
                onExceed: excess
            )
            let moment = Moment(&choices)
            zone = moment.zone
            let hours = choices.array(count: 0...40) { $0.integer(in: 0...(24 * 60)) }
            instants = hours.map { moment.instant + .seconds($0 * 3600 / 4) }
        }

        /// Takes the places the rule names; what was sent in each window, by its start.
        func play() -> (used: [Timestamp: Int], rulings: [SenderLimit.Ruling]) {
            var used: [Timestamp: Int] = [:]
            var rulings: [SenderLimit.Ruling] = []
            for instant in instants {
                let ruling = limit.ruling(at: instant, in: zone.rules) { used[$0.start, default: 0] }
                rulings.append(ruling)
                switch ruling {
                case .room(let window), .later(let window): used[window.start, default: 0] += 1
                case .digest, .refuse: break
                }
            }
            return (used, rulings)
        }
    }

    @Test(
        "R160: never more than the limit in a window, whatever comes when",
        arguments: [SenderLimit.Excess.reject, .queue, .digest]
    )
    func neverMore(_ excess: SenderLimit.Excess) async {
        await Property(cases: 500, of: { Run(&$0, excess) }).check(relevant: 50) { run in
            let used = run.play().used
            try demand(used.values.allSatisfy { $0 <= run.limit.max }, "\(used)")
            return used.values.contains(run.limit.max)
        }
    }

    @Test("R160: it rejects only where the window is full, and quota is in the window of the instant")
    func onlyWhenFull() async {
        await Property(cases: 500, of: { Run(&$0, .reject) }).check(relevant: 50) { run in
            var used: [Timestamp: Int] = [:]
            var refused = 0
            for (instant, ruling) in zip(run.instants, run.play().rulings) {
                let window = CalendarWindow(containing: instant, unit: run.limit.per, in: run.zone.rules)
                let isFull = used[window.start, default: 0] == run.limit.max
                try demand(ruling == (isFull ? .refuse(window) : .room(window)), "\(ruling) at \(instant.rfc3339)")
                if isFull { refused += 1 } else { used[window.start, default: 0] += 1 }
            }
            return refused > 0
        }
    }

    @Test("R160: `queue` leaves no earlier window with quota, and loses nothing that fits")
    func queueIsTight() async {
        await Property(cases: 500, of: { Run(&$0, .queue) }).check(relevant: 50) { run in
            var used: [Timestamp: Int] = [:]
            var queued = 0
            for (instant, ruling) in zip(run.instants, run.play().rulings) {
                var window = CalendarWindow(containing: instant, unit: run.limit.per, in: run.zone.rules)
                var steps = 0
                while used[window.start, default: 0] == run.limit.max {
                    window = CalendarWindow(containing: window.end, unit: run.limit.per, in: run.zone.rules)
                    steps += 1
                }
                try demand(ruling == (steps == 0 ? .room(window) : .later(window)), "\(ruling) after \(steps) windows")
                used[window.start, default: 0] += 1
                if steps > 0 { queued += 1 }
            }
            return queued > 0
        }
    }
}
