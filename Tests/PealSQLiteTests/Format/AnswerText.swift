import PealCore

/// What a port answered, as a text of one line that is the same in every process: sets and dictionaries are sorted.
///
/// A property that is `nil` is left out, and so are the names of types: a property that is added later and has no value
/// in an older file, or a type that is renamed, changes no text.
struct AnswerText {
    var text: String
    /// Whether it says nothing: it is `nil`, `false`, zero or a collection without elements, or is made of such values.
    var isEmpty: Bool

    init(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch (value, mirror.displayStyle) {
        case (_, .optional): self = mirror.children.first.map { AnswerText($0.value) } ?? .none
        case (let flag as Bool, _): self.init("\(flag)", isEmpty: !flag)
        case (let number as any Numeric, _): self.init("\(number)", isEmpty: ["0", "0.0"].contains("\(number)"))
        case (let text as String, _): self.init(text.debugDescription, isEmpty: text.isEmpty)
        case (let instant as Timestamp, _): self.init(instant.rfc3339)
        case (let time as Duration, _): self.init("\(time)")
        case (let raw as any RawRepresentable, _): self.init(AnswerText(raw.rawValue).text)
        // A cast alone takes an empty array of anything for one of bytes.
        case (let bytes as [UInt8], _) where mirror.subjectType == [UInt8].self: self.init(bytes)
        case (_, .collection), (_, .set), (_, .dictionary): self.init(elementsOf: mirror)
        case (let named as any CustomStringConvertible, .struct): self.init(named.description)
        default: self.init(membersOf: mirror, of: value)
        }
    }

    /// A call that threw; the text is no value's, so that it is found.
    init(failed error: any Error) { self.init("error: \(error)") }

    private init(_ text: String, isEmpty: Bool = false) {
        self.text = text
        self.isEmpty = isEmpty
    }

    /// No value.
    private static let none = AnswerText("nil", isEmpty: true)

    /// Text is shown as text, other bytes as hexadecimal digits.
    private init(_ bytes: [UInt8]) {
        let isText = bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        let text = isText ? String(decoding: bytes, as: UTF8.self).debugDescription : Hexadecimal.text(bytes)
        self.init("bytes \(text)", isEmpty: bytes.isEmpty)
    }

    private init(elementsOf mirror: Mirror) {
        let isDictionary = mirror.displayStyle == .dictionary
        let elements = mirror.children.map { element -> AnswerText in
            let pair = isDictionary ? Array(Mirror(reflecting: element.value).children) : []
            guard pair.count == 2 else { return AnswerText(element.value) }
            let value = AnswerText(pair[1].value)
            return AnswerText("\(AnswerText(pair[0].value).text): \(value.text)", isEmpty: value.isEmpty)
        }
        let texts = elements.map(\.text)
        let ordered = mirror.displayStyle == .collection ? texts : texts.sorted()
        self.init("[\(ordered.joined(separator: ", "))]", isEmpty: elements.allSatisfy(\.isEmpty))
    }

    /// A struct, a tuple, or a case of an enum with what it carries.
    private init(membersOf mirror: Mirror, of value: Any) {
        guard !mirror.children.isEmpty else {
            self.init(mirror.displayStyle == .enum ? "\(value)" : "()", isEmpty: mirror.displayStyle != .enum)
            return
        }
        let parts = mirror.children.map { (label: $0.label, answer: AnswerText($0.value)) }
        guard mirror.displayStyle != .enum else {
            // The one child of a case is its value, or a tuple of its values.
            let (name, carried) = (parts[0].label ?? "", parts[0].answer.text)
            self.init(name + (carried.hasPrefix("(") ? carried : "(\(carried))"), isEmpty: parts[0].answer.isEmpty)
            return
        }
        let shown = parts.filter { $0.answer.text != Self.none.text }.map { part in
            let isNamed = part.label.map { !$0.hasPrefix(".") } ?? false
            return (isNamed ? "\(part.label ?? ""): " : "") + part.answer.text
        }
        self.init("(\(shown.joined(separator: ", ")))", isEmpty: parts.allSatisfy(\.answer.isEmpty))
    }
}
