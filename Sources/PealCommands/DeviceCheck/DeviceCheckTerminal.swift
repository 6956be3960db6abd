import Foundation

/// The user in front of the phone: reads and answers in a terminal.
final class DeviceCheckTerminal: Sendable {
    /// An answer to a question.
    enum Answer: Sendable {
        case yes, no, skip, end
    }

    private let style = TerminalStyle.standardOutput

    /// Prints a line.
    func say(_ text: String) { write(text + "\n") }

    /// Prints a heading.
    func head(_ text: String) { write("\n" + style(text, .heading) + "\n") }

    /// Prints what was found.
    func found(_ text: String, isGood: Bool) { say("  " + style(isGood ? "✓ " : "✗ ", isGood ? .good : .bad) + text) }

    /// Waits until the user has done something; `false` when they skip it or end.
    func asked(toDo text: String) -> Answer {
        write("  → \(text), then press Return (s skips): ")
        guard let line = readLine() else { return .end }
        return line.lowercased().hasPrefix("s") ? .skip : .yes
    }

    /// Asks what only the user can see.
    func ask(_ question: String) -> Answer {
        while true {
            write("  ? \(question) [y/n/s] ")
            guard let line = readLine()?.lowercased() else { return .end }
            switch line.first {
            case "y": return .yes
            case "n": return .no
            case "s": return .skip
            default: say("    Answer y for yes, n for no, or s to skip.")
            }
        }
    }

    private func write(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) }
}
