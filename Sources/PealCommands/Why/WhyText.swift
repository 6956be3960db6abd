import PealCore
import PealEngine

/// The output of `peal why`.
enum WhyText {
    static func lines(_ answer: WhyAnswer) -> [String] {
        if answer.items.isEmpty { return nothing(answer) }
        var lines: [String] = []
        for item in answer.items {
            if !lines.isEmpty { lines.append("") }
            lines += self.lines(item)
        }
        if !answer.findings.isEmpty {
            lines += ["", "In addition:"] + table(answer.findings.map { [$0.code, $0.detail] })
        }
        if answer.next != nil {
            lines += ["", "There are older decisions: raise --limit, or filter with --type, --trigger or --since."]
        }
        return lines
    }

    private static func nothing(_ answer: WhyAnswer) -> [String] {
        let searched = answer.searched
        let looked = [
            searched.user.map { "user \($0)" }, searched.type.map { "type \($0)" },
            searched.trigger.map { "trigger \($0)" }, searched.since.map { "since \(answer.zone.text(of: $0))" },
        ]
        return ["No decision for \(looked.compactMap(\.self).joined(separator: ", ")). What is known:"]
            + table(answer.findings.map { [$0.code, $0.detail] })
    }

    private static func lines(_ item: WhyItem) -> [String] {
        let record = item.record
        var lines = [
            "\(record.type) to \(record.userID): \(item.headline)",
            "  decided: \(item.verdict.rawValue); push \(words(item.push, item.zone)), "
                + "inbox \(words(item.inApp, item.zone))"
                + item.channels.map { ", \($0.channel) \(words($0.shown, item.zone))" }.joined(),
            "  at \(item.zone.text(of: record.at)) by catalog version \(record.policyVersion); "
                + "\(record.trigger), \(record.id)",
        ]
        lines += table(
            item.steps.map { step in
                [step.step.stage.rawValue, step.step.outcome.rawValue, step.sentence + (location(step.rule) ?? "")]
            }
        )
        if let digest = item.digest { lines.append("  " + digest) }
        lines += table(
            item.deliveries.map { report in
                let attempts = report.attempts.map { "\(item.zone.text(of: $0.at)) \($0.detail ?? $0.outcome)" }
                let detail =
                    [item.waits[report.id]?.detail, report.sizeDetail, report.reason?.rawValue].compactMap(\.self)
                    + attempts
                return ["\(report.provider) \(report.platform?.rawValue ?? "(device deleted)")", report.state.rawValue]
                    + [detail.joined(separator: "; ")]
            }
        )
        lines += table(item.losses.map { [$0.code, $0.detail] })
        guard let counterfactuals = item.counterfactuals else { return lines }
        guard !counterfactuals.isEmpty else { return lines + ["  No single change would let the push be sent."] }
        return lines + ["  The push would be sent, \(WhyCounterfactual.basis), if:"]
            + table(counterfactuals.map { ["  " + $0.change, $0.detail] })
    }

    private static func words(_ channel: WhyChannel, _ zone: Zone) -> String {
        let reason = channel.reason.map { " (\($0.rawValue))" } ?? ""
        return channel.outcome + reason + (channel.until.map { " until \(zone.text(of: $0))" } ?? "")
    }

    private static func location(_ rule: RuleLocation?) -> String? {
        rule.map { " [\($0.file):\($0.line) \($0.path), version \($0.version)]" }
    }

    /// Rows with all columns but the last as wide as their widest cell.
    private static func table(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.0 + String(repeating: " ", count: $0.1 - $0.0.count) }
            var line = "  " + cells.joined(separator: "  ")
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }
}
