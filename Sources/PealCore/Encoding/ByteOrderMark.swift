/// The mark that some editors and runtimes write before UTF-8 (U+FEFF as EF BB BF); it is no part of the text.
public enum ByteOrderMark {
    private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// How many bytes of it stand before a text: 3, or 0 without one.
    public static func length(before bytes: some Sequence<UInt8>) -> Int {
        bytes.starts(with: utf8) ? utf8.count : 0
    }

    /// Whether a text begins with a mark of UTF-16, in either order of bytes.
    public static func isUTF16(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    /// A text without the mark at its start.
    public static func removed(from text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }
}
