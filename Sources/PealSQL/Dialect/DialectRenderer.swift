/// Reads a statement once, byte by byte, and writes it in a dialect; quoted texts and comments stay as they are.
struct DialectRenderer {
    private let dialect: Dialect
    /// The number of the last parameter that was written `?`.
    private var parameters = 0

    init(dialect: Dialect) { self.dialect = dialect }

    mutating func render(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var rendered: [UInt8] = []
        rendered.reserveCapacity(bytes.count + 64)
        var rest = bytes[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "-") where rest.dropFirst().first == byte:
                // A comment may have an apostrophe.
                let length = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 - rest.startIndex } ?? rest.count
                rendered += rest.prefix(length)
                rest = rest.dropFirst(length)
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                let length = rest.dropFirst().firstIndex(of: byte).map { $0 + 1 - rest.startIndex }
                rendered += rest.prefix(length ?? rest.count)
                rest = rest.dropFirst(length ?? rest.count)
            case UInt8(ascii: "{"): rendered += word(&rest).utf8
            case UInt8(ascii: "?") where !dialect.isWritten: rendered += parameter(&rest).utf8
            case _ where !dialect.isWritten && byte.isNamePart: rendered += plain(&rest).utf8
            default:
                rendered.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: rendered, as: UTF8.self)
    }

    /// `{word argument}`; the argument, and what the word means, may hold words of their own.
    private mutating func word(_ rest: inout ArraySlice<UInt8>) -> String {
        var depth = 0
        let end = rest.firstIndex { byte in
            depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0
            return depth == 0
        }
        guard let end else { preconditionFailure("a brace is not closed: \(String(decoding: rest, as: UTF8.self))") }
        let text = String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let name = parts.first, let word = Dialect.Word(rawValue: String(name)) else {
            preconditionFailure("no dialect has the word {\(text)}")
        }
        return render(dialect.says(word, parts.count > 1 ? String(parts[1]) : ""))
    }

    private mutating func parameter(_ rest: inout ArraySlice<UInt8>) -> String {
        let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(1 + digits.count)
        if digits.isEmpty { parameters += 1 }
        return dialect.says(.parameter, digits.isEmpty ? "\(parameters)" : String(decoding: digits, as: UTF8.self))
    }

    /// A name or a word of SQL, of which a type and an ordered join differ.
    private mutating func plain(_ rest: inout ArraySlice<UInt8>) -> String {
        let name = String(decoding: rest.prefix(while: \.isNamePart), as: UTF8.self)
        rest = rest.dropFirst(name.utf8.count)
        switch name {
        case "INTEGER", "REAL", "TEXT", "BLOB": return dialect.says(.type, name)
        case "CROSS" where rest.starts(with: " JOIN".utf8):
            rest = rest.dropFirst(" JOIN".utf8.count)
            return dialect.says(.inOrder, "")
        default: return name
        }
    }
}

extension UInt8 {
    fileprivate var isNamePart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
