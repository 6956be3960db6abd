import Foundation

/// Colours for a terminal, and none for a file, a pipe, or a user who sets `NO_COLOR` (https://no-color.org).
public struct TerminalStyle: Sendable, Equatable {
    /// What a piece of text is.
    public enum Tone: String, Sendable, CaseIterable {
        case heading = "1"
        case good = "32"
        case caution = "33"
        case bad = "31"
        case faint = "2"
    }

    /// Whether colours are written.
    public let isColoured: Bool

    /// A style with or without colours.
    public init(isColoured: Bool) { self.isColoured = isColoured }

    /// The style of standard output.
    public static var standardOutput: TerminalStyle { of(STDOUT_FILENO) }

    /// The style of standard error.
    public static var standardError: TerminalStyle { of(STDERR_FILENO) }

    /// The style of a file: colours only for a terminal that supports them, unless the user does not want them.
    /// - Parameters:
    ///   - isTerminal: whether the file is a terminal.
    ///   - environment: where `NO_COLOR` and `TERM` are looked up.
    public init(isTerminal: Bool, environment: [String: String]) {
        let isUnwanted = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColoured = isTerminal && !isUnwanted && environment["TERM"] != "dumb"
    }

    private static func of(_ descriptor: Int32) -> TerminalStyle {
        TerminalStyle(isTerminal: isatty(descriptor) == 1, environment: ProcessInfo.processInfo.environment)
    }

    /// The text, in the colour of its tone.
    public func callAsFunction(_ text: String, _ tone: Tone) -> String {
        isColoured && !text.isEmpty ? "\u{1B}[\(tone.rawValue)m\(text)\u{1B}[0m" : text
    }
}
