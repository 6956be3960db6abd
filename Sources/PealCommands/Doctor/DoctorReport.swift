import Foundation

/// Everything the doctor found.
struct DoctorReport: Sendable, Encodable {
    /// What each check found, in order.
    var lines: [DoctorFinding]

    /// Whether a check failed.
    var hasFailed: Bool { lines.contains { $0.level == .fail } }

    /// One line for each check, and the sum.
    func text(_ style: TerminalStyle) -> String {
        let width = lines.map(\.check.rawValue.count).max() ?? 0
        let rows = lines.map { line in
            let level = line.level == .fail ? "FAIL" : line.level.rawValue
            return style(level, Self.tone(line.level)) + String(repeating: " ", count: 6 - level.count)
                + line.check.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0) + line.message
        }
        let sum = "\(count(.fail)) FAIL, \(count(.warn)) warn, \(count(.ok)) ok"
        return (rows + [sum]).joined(separator: "\n") + "\n"
    }

    /// The report for a program.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Document(ok: !hasFailed, lines: lines)), as: UTF8.self) + "\n"
    }

    private static func tone(_ level: DoctorFinding.Level) -> TerminalStyle.Tone {
        switch level {
        case .ok: .good
        case .warn: .caution
        case .fail: .bad
        }
    }

    private func count(_ level: DoctorFinding.Level) -> Int { lines.count { $0.level == level } }

    private struct Document: Encodable {
        var ok: Bool
        var lines: [DoctorFinding]
    }
}
