import Foundation

/// The bytes that a text is readable by: as it is, in hexadecimal digits, and as a part of base64.
struct Disguises {
    private let forms: [Data]

    /// Makes all forms of a text.
    init(of text: String) {
        let plain = Data(text.utf8)
        let hex = plain.map { "\($0 < 16 ? "0" : "")\(String($0, radix: 16))" }.joined()
        forms =
            [plain, Data(hex.utf8), Data(hex.uppercased().utf8)] + (0..<3).flatMap { Self.base64(plain, after: $0) }
    }

    /// The first form that is found in some bytes.
    func found(in bytes: Data) -> String? {
        forms.first { bytes.range(of: $0) != nil }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Base64 of a text that begins so many bytes after a group of three, in both alphabets.
    ///
    /// The characters that depend on what is before and after the text are left out, and padding with them.
    private static func base64(_ plain: Data, after offset: Int) -> [Data] {
        let whole = Array((Data(count: offset) + plain).base64EncodedString())
        let (start, end) = ((offset * 8 + 5) / 6, (offset + plain.count) * 8 / 6)
        let standard = String(whole[start..<end])
        let url = standard.replacing("+", with: "-").replacing("/", with: "_")
        return Array(Set([standard, url])).map { Data($0.utf8) }
    }
}
