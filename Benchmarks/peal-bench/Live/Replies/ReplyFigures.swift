import Foundation

/// How long replies took.
struct ReplyFigures: Sendable {
    let server: String
    /// Seconds from the time at which each was to be sent until the host's socket had it, the shortest first.
    let onBoards: [Double]
    /// The same until it was answered.
    let answers: [Double]
    /// Processor time of the server meanwhile.
    let cpuSeconds: Double

    /// Seconds that the specification allows, and those that are aimed at for 99 of 100.
    private static let allowed = 2.0
    private static let aim = 0.1

    static func quantile(_ sorted: [Double], _ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    private static func row(_ name: String, _ times: [Double], _ cpu: Double?) -> String {
        let sorted = times.sorted()
        let cells = [0.5, 0.95, 0.99, 1].map { String(format: "%10.1f", quantile(sorted, $0) * 1_000) }.joined()
        return name.padding(toLength: 46, withPad: " ", startingAt: 0) + String(format: "%8d", times.count) + cells
            + (cpu.map { String(format: "%12.0f", $0 * 1_000_000 / Double(max(1, times.count))) } ?? "")
    }

    /// The report.
    /// - Parameters:
    ///   - servers: what was measured; Peal is the first.
    ///   - synced: seconds of writes that the disk has confirmed, at the same rate.
    ///   - plan: what was sent.
    /// - Returns: the lines.
    static func table(_ servers: [ReplyFigures], synced: [Double], _ plan: ReplyPlan) -> String {
        let head = "\(plan.rate) replies/s, \(plan.boards) open boards, ms".padding(
            toLength: 46,
            withPad: " ",
            startingAt: 0
        )
        var lines = ["", head + "  number       p50       p95       p99       max  CPU-µs each"]
        for server in servers {
            lines.append(row("reply → board, \(server.server)", server.onBoards, server.cpuSeconds))
            lines.append(row("reply → answer, \(server.server)", server.answers, nil))
        }
        lines.append(row("a write of 4 KiB with fsync, same rate", synced, nil))
        if let times = servers.first?.onBoards {
            let (late, most) = (quantile(times, 0.99), times.last ?? 0)
            lines.append(
                "each within 2 s: \(most <= allowed ? "holds" : "BROKEN"); 99 of 100 within 100 ms: "
                    + (late <= aim ? "holds" : "missed")
            )
        }
        return lines.joined(separator: "\n")
    }
}
