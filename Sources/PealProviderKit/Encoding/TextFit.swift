/// Shortens text that makes a message too long, by whole characters as people see them.
public enum TextFit {
    /// The text without enough of its end to save a number of bytes, and with an ellipsis; empty when little is left.
    public static func shorten(_ text: String, by excess: Int) -> String {
        var rest = text
        if rest.hasSuffix("…") { rest.removeLast() }
        // The ellipsis itself takes three bytes.
        var open = excess + 3
        while open > 0, let last = rest.popLast() { open -= last.utf8.count }
        return rest.isEmpty ? "" : rest + "…"
    }
}
