/// The direction that a text runs in.
public enum TextDirection: Sendable {
    case leftToRight, rightToLeft

    /// The direction of a locale's script, or of the script that its language is mostly written in.
    public init(_ locale: LocaleName) {
        let isRight =
            if let script = locale.script { Self.scripts.contains(script) } else {
                Self.languages.contains(locale.language) || (locale.language == "pa" && locale.region == "PK")
            }
        self = isRight ? .rightToLeft : .leftToRight
    }

    private static let scripts: Set<String> = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    ]
    private static let languages: Set<String> = [
        "ar", "arc", "ary", "arz", "azb", "bal", "bgn", "ckb", "dv", "fa", "glk", "he", "khw", "ks", "lrc", "mzn",
        "nqo", "pnb", "ps", "sd", "skr", "syr", "ug", "ur", "yi",
    ]

    /// A value for a hole of a text of this direction: between FSI and PDI where a part of it runs the other way.
    ///
    /// A value cannot reorder the sentence around it (R114): overrides and embeddings (U+202A–U+202E) and isolates without a
    /// partner are left out, isolates that its author closed stay. What they isolate needs no isolate of ours.
    public func isolated(_ value: String) -> String {
        let scalars = value.unicodeScalars
        // Nearly no value has a mark or a letter outside ASCII.
        guard self == .rightToLeft || scalars.contains(where: { $0.value > 0x7F }) else { return value }
        let (kept, turns) = paired(scalars)
        return turns ? "\u{2068}\(kept)\u{2069}" : kept
    }

    /// The text without marks that turn what follows it, and whether a letter outside its isolates runs the other way.
    private func paired(_ scalars: String.UnicodeScalarView) -> (text: String, turns: Bool) {
        let closed = Self.closedIsolates(scalars)
        var kept = String.UnicodeScalarView()
        var (depth, turns) = (0, false)
        for (position, scalar) in scalars.enumerated() {
            switch scalar.value {
            case 0x202A...0x202E: continue
            case 0x2066...0x2069:
                guard closed.contains(position) else { continue }
                depth += scalar == Self.end ? -1 : 1
            default:
                if depth == 0, let direction = scalar.direction, direction != self { turns = true }
            }
            kept.append(scalar)
        }
        return (String(kept), turns)
    }

    /// Where the isolates are that have a partner.
    private static func closedIsolates(_ scalars: String.UnicodeScalarView) -> Set<Int> {
        var (open, closed): ([Int], Set<Int>) = ([], [])
        for (position, scalar) in scalars.enumerated() where (0x2066...0x2069).contains(scalar.value) {
            if scalar != end {
                open.append(position)
            } else if let start = open.popLast() {
                closed.formUnion([start, position])
            }
        }
        return closed
    }

    /// U+2069, which ends an isolate.
    static let end: Unicode.Scalar = "\u{2069}"
}

extension Unicode.Scalar {
    /// The direction of a letter (bidirectional classes L, R and AL); `nil` of digits, marks, signs and symbols.
    fileprivate var direction: TextDirection? {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: break
        default: return nil
        }
        return switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: .rightToLeft
        default: .leftToRight
        }
    }
}

extension String {
    /// How many characters are seen: without marks that isolate a part.
    var seenLength: Int {
        guard utf8.count != count else { return count }
        return count - unicodeScalars.count { (0x2066...0x2069).contains($0.value) }
    }

    /// The first characters that are seen, with every isolate closed, and an ellipsis instead of the rest.
    func cut(toSeen length: Int) -> String {
        var (kept, seen, open) = ("", 0, 0)
        for character in self {
            if let scalar = character.unicodeScalars.first, (0x2066...0x2069).contains(scalar.value) {
                open += scalar == TextDirection.end ? -1 : 1
            } else {
                guard seen < length - 1 else { break }
                seen += 1
            }
            kept.append(character)
        }
        while kept.last?.isWhitespace == true { kept.removeLast() }
        return kept + "…" + String(repeating: "\u{2069}", count: max(open, 0))
    }
}
