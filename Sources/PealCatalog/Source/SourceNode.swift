import PealCore

/// A value of a catalog file.
///
/// Only the shape is YAML's: plain scalars are typed by what a field asks for, so that `no` is a
/// locale and not a false.
indirect enum SourceNode {
    case scalar(text: String, quoted: Bool)
    case sequence([SourceNode])
    case mapping([Entry])

    struct Entry {
        var key: String
        var value: SourceNode
    }

    /// What the value is called in messages.
    var kindName: String {
        switch self {
        case .scalar: "a single value"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// The value as JSON, by the core schema of YAML 1.2: only unquoted scalars become numbers, booleans or null.
    var json: JSONValue {
        switch self {
        case .sequence(let items): return .array(items.map(\.json))
        case .mapping(let entries):
            return .object(Dictionary(entries.map { ($0.key, $0.value.json) }) { first, _ in first })
        case .scalar(let text, true): return .string(text)
        case .scalar(let text, false):
            switch text {
            case "", "~", "null": return .null
            case "true": return .bool(true)
            case "false": return .bool(false)
            default:
                if let whole = Int64(text) { return .integer(whole) }
                let numeric = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
                if numeric, let number = Double(text), number.isFinite { return .number(number) }
                return .string(text)
            }
        }
    }
}
