import PealCore

/// What was found, as Markdown.
struct DeviceCheckReport: Sendable {
    let app: String
    let user: String
    let url: String
    let devices: [String]
    let date: Timestamp
    var results: [DeviceCheckResult] = []

    /// Whether something was not as expected.
    var hasFailed: Bool { results.contains { $0.outcome == .failed } }

    /// The report.
    var markdown: String {
        var lines = [
            "# Check of a phone", "", "| | |", "|---|---|", "| App | \(app) |", "| User | \(user) |",
            "| Server | \(url) |",
            "| Date | \(date.rfc3339) |",
        ]
        lines += devices.map { "| Device | \($0) |" }
        lines += [
            "| Phone: model, version of the system, version of the app | |", "| Checked by, signature | |", "",
            "| Check | As expected | Notes |", "|---|---|---|",
        ]
        lines += results.map { result in
            "| \(Self.cell(result.check.title)) | \(result.outcome.rawValue) | \(Self.cell(result.notes.joined(separator: "; "))) |"
        }
        let count = { (outcome: DeviceCheckResult.Outcome) in results.count { $0.outcome == outcome } }
        lines += ["", "\(count(.passed)) as expected, \(count(.failed)) not, \(count(.skipped)) skipped."]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|").replacing("\n", with: " ") }
}
