import Foundation
public import PealCore

/// An input that clients or backends were seen to send, and what is right for it.
public struct CorpusRow: Sendable, CustomStringConvertible {
    /// What is sent.
    public let input: JSONValue
    /// What is kept of it; `null` is left out.
    public let value: JSONValue
    /// The project in public where it was seen.
    public let project: String

    /// The input as JSON.
    public var description: String { JSONWriter.bytes { $0.value(input) }.text }

    /// An element of the input, where it is an array.
    public func input(_ index: Int) -> JSONValue { input.array?[index] ?? .null }
}

/// A file of `Tests/Corpus`: a title, the names of the columns, and a row a line, with JSON in the first two columns.
///
/// The web client's tests and `Scripts/compatibility` read the same files.
public enum CorpusFile {
    /// The rows of a file, named without its extension; none where it cannot be read, which a test of the files finds.
    public static func rows(_ name: String, _ source: String = #filePath) -> [CorpusRow] {
        // This file may be read through a symbolic link in another target.
        var folder = URL(filePath: source)
        while folder.lastPathComponent != "Tests", folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
        let file = folder.appending(path: "Corpus/\(name).tsv")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").dropFirst(2).compactMap { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == 4, let input = value(cells[0]), let kept = value(cells[1]) else { return nil }
            return CorpusRow(input: input, value: kept, project: String(cells[2]))
        }
    }

    private static func value(_ cell: Substring) -> JSONValue? {
        try? JSONDecoder().decode(Cell.self, from: Data(cell.utf8)).value
    }

    /// JSON of any type.
    private struct Cell: Decodable {
        let value: JSONValue

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Name.self) {
                var members: [String: JSONValue] = [:]
                for name in object.allKeys {
                    members[name.stringValue] = try object.decode(Cell.self, forKey: name).value
                }
                value = .object(members)
                return
            }
            if var list = try? decoder.unkeyedContainer() {
                var elements: [JSONValue] = []
                while !list.isAtEnd { elements.append(try list.decode(Cell.self).value) }
                value = .array(elements)
                return
            }
            let single = try decoder.singleValueContainer()
            value =
                if single.decodeNil() { .null } else if let flag = try? single.decode(Bool.self) {
                    .bool(flag)
                } else if let number = try? single.decode(Int64.self) {
                    .integer(number)
                } else if let number = try? single.decode(Double.self) { .number(number) } else {
                    .string(try single.decode(String.self))
                }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
