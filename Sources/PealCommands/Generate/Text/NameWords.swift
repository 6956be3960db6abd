import PealCore

/// A name of a catalog, taken apart into the words that the name in a programming language is made of.
struct NameWords {
    private let words: [String]

    /// Takes a name apart at every `-` and `_`, and where a capital follows a small letter or a digit.
    init(_ name: String) {
        var words: [[UInt8]] = []
        var before: UInt8?
        for byte in name.utf8 {
            defer { before = byte }
            guard byte.isASCIIAlphanumeric else { continue }
            let continues = before.map { $0.isASCIIAlphanumeric && (!byte.isCapital || $0.isCapital) } ?? false
            if !continues { words.append([]) }
            words[words.count - 1].append(byte)
        }
        self.words = words.isEmpty ? ["value"] : words.map { String(decoding: $0, as: UTF8.self) }
    }

    /// `new-offer` is `newOffer`, and `URL` is `url`.
    var camel: String {
        let isCapitals = words[0] == words[0].uppercased()
        let first = isCapitals ? words[0].lowercased() : words[0].prefix(1).lowercased() + words[0].dropFirst()
        return guarded(first + words.dropFirst().map(Self.capitalised).joined())
    }

    /// `new-offer` is `NewOffer`.
    var pascal: String { guarded(words.map(Self.capitalised).joined()) }

    /// `new-offer` is `new_offer`.
    var snake: String { guarded(words.map { $0.lowercased() }.joined(separator: "_")) }

    /// No name begins with a digit in any of the languages.
    private func guarded(_ name: String) -> String { name.utf8.first?.isASCIIDigit == true ? "_" + name : name }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}

extension UInt8 {
    fileprivate var isCapital: Bool { (0x41...0x5A).contains(self) }
}
