import Foundation
import GRDB
import PealCore

/// The judge's own eyes on the rows: statements of its own, on a connection of its own.
struct StoreView: Sendable {
    let queue: DatabaseQueue

    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    func close() throws { try queue.close() }

    func rows(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws -> [Row] {
        try queue.inDatabase { db in
            try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        }
    }

    func number(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws -> Int {
        try rows(sql, arguments).first?[0] ?? 0
    }

    /// The first finding of a statement that finds what must not be.
    func finding(_ sql: String, _ arguments: [(any DatabaseValueConvertible)?] = []) throws -> String? {
        try findings(sql, arguments).first
    }

    /// All findings of a statement, as far as they count.
    func findings(
        _ sql: String,
        _ arguments: [(any DatabaseValueConvertible)?] = [],
        where counts: (Row) -> Bool = { _ in true }
    ) throws -> [String] {
        try rows(sql, arguments).filter(counts).map { row in
            row.map { name, value in "\(name) \(Self.text(value))" }.joined(separator: ", ")
        }
    }

    private static func text(_ value: DatabaseValue) -> String {
        if let blob = Data.fromDatabaseValue(value), blob.count == 16, String.fromDatabaseValue(value) == nil {
            return UUIDv7(bytes: [UInt8](blob))?.hex ?? value.description
        }
        return value.isNull ? "none" : String.fromDatabaseValue(value) ?? value.description
    }
}

extension ID {
    /// The 16 bytes a row holds.
    var blob: Data { Data(rawValue.bytes) }

    /// Reads the 16 bytes of a row.
    init?(blob: Data) {
        guard let raw = UUIDv7(bytes: [UInt8](blob)) else { return nil }
        self.init(raw)
    }
}
