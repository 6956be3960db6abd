/// Writes texts of a catalog into source code, where they can neither end a comment or a string nor hide what follows.
enum SourceText {
    /// A text on one line: line breaks, control characters and what turns the direction of text are spaces.
    static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: " "
            // A zero-width joiner holds emoji together.
            case .format where scalar != "\u{200D}": " "
            default: scalar
            }
        }
        let plain = String(String.UnicodeScalarView(scalars))
        return plain.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }

    /// A text broken at spaces into lines of at most a width, in characters; a longer word has a line of its own.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for word in line(text).split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// A string literal of TypeScript, Python and Swift alike.
    static func literal(_ text: String) -> String {
        let escaped = line(text).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// The lines, each non-empty one behind so many spaces.
    static func indented(_ lines: [String], by spaces: Int) -> [String] {
        let margin = String(repeating: " ", count: spaces)
        return lines.map { $0.isEmpty ? "" : margin + $0 }
    }

    /// The lines of a text.
    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
