/// Shortens text that makes a message too long, by whole characters as users see them.
public enum TextFit {
    /// The text without enough of its end to save a number of bytes of JSON, and with an ellipsis; empty when little is
    /// left.
    public static func shorten(_ text: String, by excess: Int) -> String {
        var rest = text
        if rest.hasSuffix("…") { rest.removeLast() }
        var open = excess + "…".utf8.count
        while open > 0, let last = rest.popLast() { open -= jsonSize(last) }
        return rest.isEmpty ? "" : rest + "…"
    }

    /// How many bytes a character takes in JSON.
    private static func jsonSize(_ character: Character) -> Int {
        character.utf8.reduce(0) { size, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
            case 0..<0x20: size + 6
            default: size + 1
            }
        }
    }
}
