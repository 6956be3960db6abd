import Foundation

/// What rules and time cost, each figure beside what bounds it.
struct PolicyReport {
    let decisions: [DecisionCost.Figures]
    let schedules: [PendingSchedules.Figures]
    let timers: TimersOnTime.Figures
    let digests: [DigestClosing.Figures]

    /// Tables for people.
    var table: String {
        (decisionLines + scheduleLines + timerLines + digestLines).joined(separator: "\n")
    }

    private var decisionLines: [String] {
        [
            "", "decisions, with trace, a second of one core",
            line("", ["decisions/s", "no decision/s", "of it", "trace bytes"]),
        ]
            + decisions.map { row in
                line(
                    row.name,
                    [
                        number(row.perSecond), number(row.ceiling), percent(row.perSecond / row.ceiling),
                        number(row.traceBytes),
                    ]
                ) + "  "
                    + row.outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            } + ["  no decision: the same snapshots copied, the same traces hashed"]
    }

    private var scheduleLines: [String] {
        [
            "", "pending schedules",
            line("", ["memory bytes", "disk bytes", "accepted/s", "SQLite rows/s", "of it"]),
        ]
            + schedules.map { row in
                line(
                    "\(row.pending), each",
                    [
                        String(format: "%.1f", Double(row.memory) / Double(row.pending)),
                        number(Double(row.disk) / Double(row.pending)), number(row.acceptedPerSecond),
                        number(row.ceiling), percent(row.acceptedPerSecond / row.ceiling),
                    ]
                )
            } + [
                "  a server that started with \(timers.pending): \(mebibytes(timers.memory)) MiB more than with none, "
                    + "ready after \(String(format: "%.2f", timers.readyAfter)) s"
            ]
    }

    private var timerLines: [String] {
        [
            "", "\(timers.fired) schedules due at \(timers.rate) a second among \(timers.pending): milliseconds late",
            line("", ["median", "p99", "worst"]),
            line("bare timer", cells(timers.timer)),
            line("decision on disk", cells(timers.committed)),
            line("push accepted", cells(timers.accepted)),
            "  the loop polls nothing: it sleeps until the next due time; commits are looked for every "
                + "\(Int(TimersOnTime.tick / .milliseconds(1))) ms",
        ]
    }

    private var digestLines: [String] {
        [
            "", "digest windows of two items, all due at once, closed and sent",
            line("", ["seconds", "windows/s", "SQLite ÷ \(Int(DigestClosing.rowsPerWindow))", "of it", "growth MiB"]),
        ]
            + digests.map { row in
                line(
                    "\(row.windows) windows",
                    [
                        String(format: "%.2f", row.seconds), number(row.perSecond), number(row.ceiling),
                        percent(row.perSecond / row.ceiling), mebibytes(row.peakGrowth),
                    ]
                )
            } + ["  SQLite: plain updates a second, \(Int(DigestClosing.rowsPerWindow)) rows a window"]
    }

    private func cells(_ late: TimersOnTime.Lateness) -> [String] {
        [late.median, late.p99, late.worst].map { String(format: "%.1f", $0) }
    }

    private func line(_ name: String, _ cells: [String]) -> String {
        "  " + name.padding(toLength: 24, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 15 - $0.count)) + $0 }.joined()
    }

    private func number(_ value: Double) -> String { value.isFinite ? String(Int(value.rounded())) : "–" }
    private func percent(_ value: Double) -> String { "\(number(value * 100)) %" }
    private func mebibytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_048_576) }
}
