import Foundation

/// What rules and time cost, each figure beside what bounds it.
enum PolicyReport {
    static func decisions(_ rows: [DecisionCost.Figures]) -> String {
        var lines = [
            "", "decisions, with trace, a processor second",
            line("", ["decisions", "no decision", "of it", "trace bytes"]),
        ]
        for row in rows {
            let cells = [
                number(row.perSecond), number(row.ceiling), percent(row.perSecond / row.ceiling),
                number(row.traceBytes),
            ]
            let outcomes = row.outcomes.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            lines.append(line(row.name, cells) + "   " + outcomes.joined(separator: ", "))
        }
        lines.append("  no decision: the same snapshots copied, the same traces hashed")
        return lines.joined(separator: "\n")
    }

    static func schedules(_ rows: [PendingSchedules.Figures]) -> String {
        var lines = [
            "", "pending schedules",
            line("", ["memory bytes", "disk bytes", "accepted/s", "SQLite rows/s", "of it"]),
        ]
        for row in rows {
            let cells = [
                String(format: "%.1f", Double(row.memory) / Double(row.pending)),
                number(Double(row.disk) / Double(row.pending)), number(row.acceptedPerSecond),
                number(row.ceiling), percent(row.acceptedPerSecond / row.ceiling),
            ]
            lines.append(line("each of \(row.pending)", cells))
        }
        return lines.joined(separator: "\n")
    }

    static func timers(_ timers: TimersOnTime.Figures) -> String {
        [
            "", "\(timers.fired) schedules due at \(timers.rate) a second among \(timers.pending): milliseconds late",
            line("", ["median", "p99", "worst"]),
            line("bare timer", cells(timers.timer)),
            line("decision on disk", cells(timers.committed)),
            line("push accepted", cells(timers.accepted)),
            "  the loop does not poll, it sleeps until the next due time; commits are looked for every "
                + "\(Int(TimersOnTime.tick / .milliseconds(1))) ms",
            "  the server takes \(mebibytes(timers.memory)) MiB more than one that waits for nothing, and was ready after "
                + "\(String(format: "%.2f", timers.readyAfter)) s",
        ]
        .joined(separator: "\n")
    }

    static func closing(_ alone: ClosingAlone.Figures) -> String {
        let cells = [
            String(format: "%.2f", alone.seconds), number(alone.perSecond), number(alone.ceiling),
            percent(alone.perSecond / alone.ceiling), number(alone.microsecondsEach), mebibytes(alone.peakGrowth),
        ]
        return [
            "", "digest windows of two items, all due together, closed with nothing else to do",
            line("", ["seconds", "windows/s", "SQLite", "of it", "µs each", "growth MiB"]),
            line("\(alone.windows) windows", cells),
            "  µs each: processor time; the same loop fanned their items out at \(number(alone.fanOut)) decisions/s",
        ]
        .joined(separator: "\n")
    }

    static func digests(_ rows: [DigestClosing.Figures]) -> String {
        var lines = [
            "", "digest windows of two items, all due together, closed and sent",
            line("", ["seconds", "windows/s", "SQLite", "of it", "µs each", "growth MiB"]),
        ]
        for row in rows {
            let cells = [
                String(format: "%.2f", row.seconds), number(row.perSecond), number(row.ceiling),
                percent(row.perSecond / row.ceiling), number(row.microsecondsEach), mebibytes(row.peakGrowth),
            ]
            lines.append(line("\(row.windows) windows", cells))
        }
        let rows = Int(DigestClosing.rowsPerWindow)
        lines.append("  SQLite: rows that plain SQLite updates a second ÷ \(rows) rows a window")
        lines.append("  µs each: processor time of the server until none was open, what it sent meanwhile with it")
        return lines.joined(separator: "\n")
    }

    private static func cells(_ late: TimersOnTime.Lateness) -> [String] {
        [late.median, late.p99, late.worst].map { String(format: "%.1f", $0) }
    }

    private static func line(_ name: String, _ cells: [String]) -> String {
        "  " + name.padding(toLength: 24, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 15 - $0.count)) + $0 }.joined()
    }

    private static func number(_ value: Double) -> String { value.isFinite ? String(Int(value.rounded())) : "–" }
    private static func percent(_ value: Double) -> String { "\(number(value * 100)) %" }
    private static func mebibytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_048_576) }
}
