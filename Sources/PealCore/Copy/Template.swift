/// Text with holes: `{{name}}` or `{{name | formatter}}`; in the text of a digest also `{{sum name}}`.
///
/// Values are data and are never parsed (S0.Sec-5).
public struct Template: Sendable, Equatable {
    /// A run of literal text or one hole.
    public enum Segment: Sendable, Equatable {
        case literal(String)
        case variable(name: String, formatter: Formatter?)
    }

    /// How a value is written for a reader.
    public enum Formatter: String, Sendable, CaseIterable {
        case time, date, when, number, money
    }

    /// Why a text is not a template.
    public struct SyntaxError: Error, Equatable {
        /// What is wrong and how to mend it.
        public let message: String
        /// Where, counted in UTF-8 bytes from the start of the text.
        public let offset: Int
    }

    /// The parts in order; of a plural template, those of its form `other`.
    public let segments: [Segment]
    /// The text the template was read from.
    public let source: String
    /// The forms for different numbers, where it has several.
    public let plural: Plural?

    init(segments: [Segment], source: String, plural: Plural?) {
        self.segments = segments
        self.source = source
        self.plural = plural
    }

    /// Reads a template.
    public init(_ source: String) throws(SyntaxError) {
        self.source = source
        plural = nil
        var parts: [Segment] = []
        var rest = Substring(source)
        while let open = rest.firstRange(of: "{{") {
            if open.lowerBound > rest.startIndex { parts.append(.literal(String(rest[..<open.lowerBound]))) }
            let offset = source.utf8.distance(from: source.startIndex, to: open.lowerBound)
            guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
                throw SyntaxError(message: "`{{` is never closed; write `{{name}}`", offset: offset)
            }
            parts.append(try Self.hole(rest[open.upperBound..<close.lowerBound], offset: offset))
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { parts.append(.literal(String(rest))) }
        segments = parts
    }

    /// A text without holes, taken as it is.
    public init(literal text: String) {
        source = text
        plural = nil
        segments = text.isEmpty ? [] : [.literal(text)]
    }

    private static func hole(_ inside: Substring, offset: Int) throws(SyntaxError) -> Segment {
        let pieces = inside.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
        guard let first = pieces.first, let plain = summedVariable(first) ?? pieces.first, !plain.isEmpty,
            plain.utf8.allSatisfy(isNameByte)
        else {
            throw SyntaxError(
                message: "`{{\(inside)}}` is not a variable name; names have letters, digits, `-` and `_`",
                offset: offset
            )
        }
        let name = first == plain ? first : "sum \(plain)"
        guard pieces.count > 1 else { return .variable(name: name, formatter: nil) }
        guard pieces.count == 2, let formatter = Formatter(rawValue: pieces[1]) else {
            let hint = NearName.hint(for: pieces[1], among: Formatter.allCases.map(\.rawValue))
            throw SyntaxError(message: "unknown formatter in `{{\(inside)}}`\(hint)", offset: offset)
        }
        return .variable(name: name, formatter: formatter)
    }

    /// The variable that a hole with this name adds up over the items of a digest; `nil` for any other hole.
    public static func summedVariable(_ name: String) -> String? {
        name.hasPrefix("sum ") ? Substring(name.dropFirst(4)).trimmingSpaces() : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    /// The names of all holes of all forms, in order, with repeats, and of the variable that chooses a form.
    public var variableNames: [String] {
        guard let plural else {
            return segments.compactMap { if case .variable(let name, _) = $0 { name } else { nil } }
        }
        return [plural.variable] + forms.flatMap(\.variableNames)
    }

    /// Fills the holes.
    /// - Parameter value: the text of a hole; asked once per hole.
    /// - Returns: the whole text.
    public func render(_ value: (String, Formatter?) -> String) -> String {
        rendered(value).map(\.text).joined()
    }

    /// Fills the holes and cuts the longest values, by grapheme and with an ellipsis, until the whole fits (R112).
    ///
    /// Literal text is never cut: when it alone passes the budget the result is longer than asked, which `peal lint` reports.
    public func render(budget: Int?, _ value: (String, Formatter?) -> String) -> String {
        var parts = rendered(value)
        guard let budget else { return parts.map(\.text).joined() }
        var lengths = parts.map(\.text.seenLength)
        var excess = lengths.reduce(0, +) - budget
        while excess > 0 {
            let longest = parts.indices.filter { parts[$0].isValue && lengths[$0] > 1 }
                .max { lengths[$0] < lengths[$1] }
            guard let longest else { break }
            let others = parts.indices.filter { $0 != longest && parts[$0].isValue }.map { lengths[$0] }.max() ?? 0
            // Cut down to the next longest value first, so that equal values share the loss.
            let floor = min(max(others, 1), lengths[longest] - 1)
            parts[longest].text = parts[longest].text.cut(toSeen: max(floor, lengths[longest] - excess))
            lengths[longest] = parts[longest].text.seenLength
            excess = lengths.reduce(0, +) - budget
        }
        return parts.map(\.text).joined()
    }

    private func rendered(_ value: (String, Formatter?) -> String) -> [(text: String, isValue: Bool)] {
        segments.map { segment in
            switch segment {
            case .literal(let text): (text, false)
            case .variable(let name, let formatter): (value(name, formatter), true)
            }
        }
    }
}

extension Substring {
    fileprivate func trimmingSpaces() -> String {
        var slice = self
        while slice.first?.isWhitespace == true { slice.removeFirst() }
        while slice.last?.isWhitespace == true { slice.removeLast() }
        return String(slice)
    }
}
