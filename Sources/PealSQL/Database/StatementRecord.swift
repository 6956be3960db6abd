#if DEBUG
import Foundation
import Synchronization

/// Notes each statement that a debug build prepares, as the second dialect writes it, in the directory that the variable
/// `NOTE_STATEMENTS` names: tests of every kind add to it, and `Scripts/postgres-statements` reads it.
final class StatementRecord: Sendable {
    /// The process's own; `nil` where nobody asked for it.
    static let shared = ProcessInfo.processInfo.environment["NOTE_STATEMENTS"].flatMap(StatementRecord.init)

    private struct Line: Encodable {
        var text: String
        var postgres: String
        /// The type of each parameter; `nil` where only NULL was bound so far.
        var types: [String?]
    }

    private struct State {
        var known: [String: [String?]] = [:]
        let file: FileHandle
    }

    private let state: Mutex<State>

    private init?(directory: String) {
        let directory = URL(filePath: directory, directoryHint: .isDirectory)
        let schema = SchemaTable.all.map { Dialect.postgres.render($0.sql) }.joined(separator: "\n")
        let path = directory.appending(path: "\(UUID().uuidString).jsonl")
        guard (try? Data(schema.utf8).write(to: directory.appending(path: "schema.sql"), options: .atomic)) != nil,
            FileManager.default.createFile(atPath: path.path, contents: nil),
            let file = try? FileHandle(forWritingTo: path)
        else { return nil }
        state = Mutex(State(file: file))
    }

    /// Adds a statement, or the types of parameters that were NULL until then.
    func note(_ text: String, _ values: [SQLValue]) {
        state.withLock { state in
            let known = state.known[text]
            if let known, !known.contains(nil) { return }
            let types = values.enumerated().map { index, value in Self.type(of: value) ?? known?[index] }
            guard types != known else { return }
            state.known[text] = types
            let line = Line(text: text, postgres: Dialect.postgres.render(text), types: types)
            guard let encoded = try? JSONEncoder().encode(line) else { return }
            try? state.file.write(contentsOf: encoded + [UInt8(ascii: "\n")])
        }
    }

    private static func type(of value: SQLValue) -> String? {
        switch value {
        case nil: nil
        case is TextList: "text[]"
        case is StoredID: "uuid"
        case is String: "text"
        case is Double: "float8"
        case is [UInt8], is Data: "bytea"
        default: "bigint"
        }
    }
}
#endif
