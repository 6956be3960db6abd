import ArgumentParser
import Foundation
import PealServer

/// How a command that did not simply succeed ends: what it prints, where, and with which exit code.
struct CommandEnding: Equatable {
    /// What is printed; it may be empty.
    let text: String
    /// The exit code: 0 for help, 64 for arguments that cannot be meant (`EX_USAGE`), else 1 or what the command says.
    let status: Int32

    private static let prefix = "Error: "

    init(text: String, status: Int32) {
        self.text = text
        self.status = status
    }

    /// The ending of an error, of a request for help among them.
    init(_ error: any Error) {
        if let unknown = error as? UnknownCommand {
            text = Self.prefix + unknown.description
            status = ExitCode.validationFailure.rawValue
            return
        }
        let plain = PlainReason.explained(error)
        text = PealCommand.fullMessage(for: plain)
        status = PealCommand.exitCode(for: plain).rawValue
    }

    /// The text for a terminal of this style: headings of help and the word "Error" are set off.
    func styled(_ style: TerminalStyle) -> String {
        guard status != 0, text.hasPrefix(Self.prefix) else { return HelpScreen.styled(text, style) }
        return style("Error:", .bad) + text.dropFirst(Self.prefix.count - 1)
    }

    /// Prints to standard output what was asked for, and to standard error what is wrong.
    func print() {
        guard !text.isEmpty else { return }
        let (file, style) =
            status == 0
            ? (FileHandle.standardOutput, TerminalStyle.standardOutput)
            : (FileHandle.standardError, TerminalStyle.standardError)
        // A reader that went away is no reason to crash.
        try? file.write(contentsOf: Data((styled(style) + "\n").utf8))
    }
}
