import PealCore
import Yams

/// Reads YAML text into ``SourceNode`` within bounds; the only place that knows the YAML library.
struct SourceReader {
    /// The largest file, in bytes.
    static let maximumBytes = 1 << 20
    /// The deepest nesting; a catalog needs nine.
    static let maximumDepth = 20
    /// The most values in a file.
    static let maximumNodes = 50_000

    private let log: FindingLog
    private var nodes = 0
    private var lines: [Substring.UnicodeScalarView] = []

    init(log: FindingLog) { self.log = log }

    /// The root of the file; `nil` when it is not YAML we take, with the reason in the log.
    mutating func read(_ text: String) -> SourceNode? {
        // Some editors begin a file with a byte order mark (YAML 1.2, 5.2); the library takes it for a directive.
        let yaml = ByteOrderMark.removed(from: text)
        guard yaml.utf8.count <= Self.maximumBytes else {
            log.error("", "too-large", "a catalog has at most 1 MiB; split the app or shorten its copy")
            return nil
        }
        if let name = Self.alias(in: yaml) {
            log.error(
                "",
                "yaml-alias",
                "the anchor `&\(name)` has an alias; repeat the value instead, catalogs have no aliases"
            )
            return nil
        }
        lines = yaml.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        do {
            guard let root = try compose(yaml: yaml, .basic, .default, .utf8) else {
                log.error("", "yaml-syntax", "the file is empty; a catalog starts with `app:`")
                return nil
            }
            return convert(root, path: "", depth: 0)
        } catch {
            report(YAMLFault(error, in: yaml))
            return nil
        }
    }

    /// The name of an anchor that an alias of the text may use.
    ///
    /// Aliases multiply (one line each can double what is read),
    /// so they are refused before the library sees them; looking for both marks anywhere is complete and, in copy, has
    /// practically no false hits.
    private static func alias(in yaml: String) -> String? {
        guard yaml.utf8.contains(UInt8(ascii: "&")), yaml.utf8.contains(UInt8(ascii: "*")) else { return nil }
        let bytes = Array(yaml.utf8)
        var anchors: Set<String> = []
        var aliases: Set<String> = []
        for index in bytes.indices where bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "*") {
            var end = index + 1
            while end < bytes.count, isAnchorByte(bytes[end]) { end += 1 }
            guard end > index + 1 else { continue }
            let name = String(decoding: bytes[(index + 1)..<end], as: UTF8.self)
            if bytes[index] == UInt8(ascii: "&") { anchors.insert(name) } else { aliases.insert(name) }
        }
        return anchors.intersection(aliases).min()
    }

    private static func isAnchorByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private mutating func convert(_ node: Node, path: String, depth: Int, isFlow: Bool = false) -> SourceNode? {
        nodes += 1
        let location = location(of: node)
        guard depth <= Self.maximumDepth else {
            log.error(path, "too-deep", "nested deeper than \(Self.maximumDepth) levels", at: location)
            return nil
        }
        guard nodes <= Self.maximumNodes else {
            if nodes == Self.maximumNodes + 1 {
                log.error(path, "too-many-values", "a catalog has at most \(Self.maximumNodes) values", at: location)
            }
            return nil
        }
        if let location { log.note(path, at: location) }
        switch node {
        case .scalar(let scalar):
            let isPlain = scalar.style == .plain
            if isFlow, isPlain { checkFlow(scalar.string, path: path) }
            return .scalar(text: scalar.string, quoted: !isPlain)
        case .sequence(let sequence):
            let isFlow = isBracket(at: sequence.mark)
            var items: [SourceNode] = []
            for (index, item) in sequence.enumerated() {
                let inner = "\(path)[\(index)]"
                guard let value = convert(item, path: inner, depth: depth + 1, isFlow: isFlow) else { return nil }
                items.append(value)
            }
            return .sequence(items)
        case .mapping(let mapping): return convert(mapping, path: path, depth: depth)
        case .alias: return nil
        }
    }

    private mutating func convert(_ mapping: Node.Mapping, path: String, depth: Int) -> SourceNode? {
        let isFlow = isBracket(at: mapping.mark)
        var entries: [SourceNode.Entry] = []
        for (key, value) in mapping {
            guard let name = key.scalar?.string else {
                log.error(
                    path,
                    "wrong-type",
                    "a key must be a single word, not a list or mapping; \(Self.quoteHint)",
                    at: location(of: key)
                )
                return nil
            }
            let inner = path.isEmpty ? name : "\(path).\(name)"
            if let location = location(of: key) { log.note(inner, at: location) }
            guard let converted = convert(value, path: inner, depth: depth + 1, isFlow: isFlow) else { return nil }
            entries.append(SourceNode.Entry(key: name, value: converted))
        }
        return .mapping(entries)
    }

    private func location(of node: Node) -> FindingLog.TextLocation? {
        node.mark.map { FindingLog.TextLocation(line: $0.line, column: $0.column) }
    }

    /// Whether a list or a mapping that begins there is written in brackets; the library takes the style from its end, where
    /// there is none.
    private func isBracket(at mark: Mark?) -> Bool {
        guard let mark, lines.indices.contains(mark.line - 1) else { return false }
        let first = lines[mark.line - 1].dropFirst(max(mark.column - 1, 0)).first
        return first == "{" || first == "["
    }

    /// Readers of YAML 1.1, such as Python's, take `?` in brackets for syntax, and `:` at either end of a text.
    private func checkFlow(_ text: String, path: String) {
        let mark = text.contains("?") ? "?" : text.hasPrefix(":") || text.hasSuffix(":") ? ":" : nil
        guard let mark else { return }
        log.warn(
            path,
            "unquoted-text",
            "some YAML readers refuse an unquoted `\(mark)` inside brackets; quote the text"
        )
    }

    private static let quoteHint = "quote a text that begins with braces: `\"{{name}}\"`"

    private func report(_ fault: YAMLFault) {
        // The library sees the fault at the end of a text in braces, or in the line after it.
        let near = fault.line.map { lines.prefix($0).suffix(2) } ?? []
        let isNearBraces = near.contains { String($0).contains("{{") } && !fault.message.contains(" with a tab")
        log.error(
            fault.duplicate ?? "",
            fault.duplicate == nil ? "yaml-syntax" : "duplicate-key",
            fault.message + (isNearBraces && fault.duplicate == nil ? "; \(Self.quoteHint)" : ""),
            at: fault.line.flatMap { line in fault.column.map { .init(line: line, column: $0) } }
        )
    }
}
