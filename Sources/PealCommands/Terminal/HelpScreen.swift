/// The parser's help text with its headings set off, for a terminal.
public enum HelpScreen {
    /// The text with every heading in the heading's tone: `USAGE:` at the start of a line, or a whole line as `OPTIONS:`.
    public static func styled(_ text: String, _ style: TerminalStyle) -> String {
        guard style.isColoured else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let heading = line.prefix { $0.isUppercase || $0 == " " }
            guard heading.first?.isUppercase == true, line.dropFirst(heading.count).first == ":" else {
                return String(line)
            }
            return style("\(heading):", .heading) + line.dropFirst(heading.count + 1)
        }.joined(separator: "\n")
    }
}
