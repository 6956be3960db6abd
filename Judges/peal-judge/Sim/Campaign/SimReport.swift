/// What a campaign found.
struct SimReport: Sendable {
    var plan: SimPlan
    var tally = SimTally()
    var broken: [SeedVerdict] = []
    var seconds = 0.0

    init(plan: SimPlan) { self.plan = plan }

    mutating func add(_ verdict: SeedVerdict) {
        tally.add(verdict.tally)
        if verdict.violation != nil { broken.append(verdict) }
    }

    /// A table for people.
    var table: String {
        var lines = [""]
        for (name, value) in tally.figures { lines.append(pad(String(value), 12) + "  " + name) }
        lines.append("")
        for verdict in broken.sorted(by: { ($0.violation?.step ?? 0, $0.seed) < ($1.violation?.step ?? 0, $1.seed) }) {
            lines.append("✗ seed \(verdict.seed): \(verdict.violation?.description ?? "")")
            lines.append("  again: peal-judge sim --seed \(verdict.seed)\(options) --trace")
        }
        let injectedBug = plan.injectedBug.map { ", with \($0.rawValue) injected" } ?? ""
        let speed = seconds > 0 ? Double(tally.seeds) / seconds : 0
        lines.append(
            "\(tally.seeds) seeds in \(Int(seconds)) s\(injectedBug), \(Double(Int(speed * 10)) / 10) a second: \(broken.count) violations"
        )
        return lines.joined(separator: "\n")
    }

    private var options: String {
        " --hours \(plan.hours) --steps \(plan.steps)"
            + (plan.injectedBug.map { " --inject \($0.rawValue)" } ?? "")
    }

    private func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
