/// What texts from outside may hold.
enum TextRules {
    /// Not empty, bounded in bytes, no control characters.
    static func isIdentifier(_ text: String, bytes limit: Int) -> Bool {
        !text.isEmpty && text.utf8.count <= limit && !hasControl(text)
    }

    /// Whether it holds a control character (Unicode `Cc`) or a line or paragraph separator.
    static func hasControl(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
                || scalar.value == 0x2029
        }
    }
}
