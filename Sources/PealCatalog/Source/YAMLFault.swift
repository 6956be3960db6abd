import PealCore
import Yams

/// Why a text is not YAML that we take, said without a word of the text: a configuration holds secrets.
public struct YAMLFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong: `invalid YAML: …`, or which key is there twice.
    public let message: String
    /// The line from 1, where it is known.
    public let line: Int?
    /// The column from 1, where it is known.
    public let column: Int?
    /// A key that one mapping has twice; `nil` when it is something else.
    let duplicate: String?

    /// The position and the message: `12:1: duplicate key …`.
    public var description: String {
        ([line, column].compactMap { $0?.description } + [" \(message)"]).joined(separator: ":")
    }

    /// The first fault of a text; `nil` when it can be read.
    public static func find(in document: String) -> YAMLFault? {
        let text = ByteOrderMark.removed(from: document)
        do {
            return try compose(yaml: text, .basic, .default, .utf8).flatMap(Self.wrongKey)
        } catch {
            let fault = YAMLFault(error, in: text)
            guard let key = fault.duplicate, let line = fault.line, let column = fault.column else { return fault }
            let again = Self.line(of: key, column: column, after: line, in: text)
            return YAMLFault(
                message: again == nil
                    ? "duplicate key `\(key)`; remove one"
                    : "duplicate key `\(key)`, which is in line \(line) already; merge the two",
                line: again ?? line,
                column: column,
                duplicate: key
            )
        }
    }

    /// Takes the position and the problem of an error of the library, and leaves the text that it quotes.
    init(_ error: any Error) {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            self.init(message: "invalid YAML: \(problem)", line: mark.line, column: mark.column, duplicate: nil)
        case .duplicatedKeysInMapping(let keys, let context):
            self.init(
                message: "duplicate key \(keys.map { "`\($0)`" }.joined(separator: ", ")); remove one",
                line: context.mark.line,
                column: context.mark.column,
                duplicate: keys.first ?? ""
            )
        case .reader(let problem, _, _, _):
            self.init(message: "not UTF-8 text: \(problem)", line: nil, column: nil, duplicate: nil)
        default:
            self.init(message: "not YAML", line: nil, column: nil, duplicate: nil)
        }
    }

    /// The same, where the text shows more: the library does not say that a tab is what it cannot read.
    init(_ error: any Error, in text: String) {
        self.init(error)
        guard duplicate == nil, let line else { return }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        // It may see the tab from the line before, whose text goes on.
        let near = [line, line + 1, line - 1].first { number in
            lines.indices.contains(number - 1) && lines[number - 1].prefix { $0 == " " || $0 == "\t" }.contains("\t")
        }
        guard let near else { return }
        self = YAMLFault(
            message: "line \(near) is indented with a tab; indent with spaces",
            line: near,
            column: lines[near - 1].prefix { $0 != "\t" }.count + 1,
            duplicate: nil
        )
    }

    private init(message: String, line: Int?, column: Int?, duplicate: String?) {
        self.message = message
        self.line = line
        self.column = column
        self.duplicate = duplicate
    }

    /// A key that is a list or a mapping: valid YAML, which neither JSON nor the library's own values can hold.
    private static func wrongKey(in node: Node) -> YAMLFault? {
        switch node {
        case .scalar, .alias: return nil
        case .sequence(let items): return items.lazy.compactMap(wrongKey).first
        case .mapping(let members):
            for (key, value) in members {
                guard key.scalar != nil else {
                    return YAMLFault(
                        message: "a key must be a single word, not a list or a mapping",
                        line: key.mark?.line,
                        column: key.mark?.column,
                        duplicate: nil
                    )
                }
                if let fault = wrongKey(in: value) { return fault }
            }
            return nil
        }
    }

    /// The line below one key where the same key starts again in the same mapping; `nil` when it is written in braces.
    private static func line(of key: String, column: Int, after first: Int, in text: String) -> Int? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated().dropFirst(first) {
            let content = line.drop { $0 == " " }
            guard !content.isEmpty, content.first != "#", line.count - content.count == column - 1 else { continue }
            if ["\(key):", "\"\(key)\":", "'\(key)':"].contains(where: content.hasPrefix) { return index + 1 }
        }
        return nil
    }
}
