import Foundation
import GRDB
import PealCore
import PealStore

/// A row of a statement, whose apps are keys; only valid until the next one is read.
struct StoredRow {
    private let row: Row
    private let connection: Connection

    init(_ row: Row, of connection: Connection) {
        self.row = row
        self.connection = connection
    }

    /// The app whose key is in a column.
    func key(_ index: Int) throws -> AppID { try connection.app(try decode(Int64.self, atIndex: index)) }

    func hasNull(atIndex index: Int) -> Bool { row.hasNull(atIndex: index) }

    func decode<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value.Type,
        atIndex index: Int
    ) throws -> Value {
        try row.decode(type, atIndex: index)
    }

    func decode<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ type: Value?.Type,
        atIndex index: Int
    ) throws -> Value? {
        try row.decode(type, atIndex: index)
    }

    private func withUnsafeData<Result>(atIndex index: Int, _ body: (Data?) throws -> Result) throws -> Result {
        try row.withUnsafeData(atIndex: index, body)
    }
}

extension StoredRow {
    func id<Kind: IDKind>(_ index: Int, _: Kind.Type = Kind.self) throws -> ID<Kind> {
        try withUnsafeData(atIndex: index) { data in
            guard let data else { throw StoreError(.corrupt, "an identifier is missing") }
            return try ID(blob: data)
        }
    }

    func key<Kind>(_ index: Int) throws -> PealCore.Key<Kind> { PealCore.Key(try text(index)) }

    func optionalKey<Kind>(_ index: Int) throws -> PealCore.Key<Kind>? {
        try optionalText(index).map { PealCore.Key($0) }
    }

    func text(_ index: Int) throws -> String { try decode(String.self, atIndex: index) }

    func optionalID<Kind: IDKind>(_ index: Int, _: Kind.Type = Kind.self) throws -> ID<Kind>? {
        hasNull(atIndex: index) ? nil : try id(index)
    }

    func optionalText(_ index: Int) throws -> String? { try decode(String?.self, atIndex: index) }

    func optionalBytes(_ index: Int) throws -> [UInt8]? { hasNull(atIndex: index) ? nil : try bytes(index) }

    func int(_ index: Int) throws -> Int { try decode(Int.self, atIndex: index) }

    func flag(_ index: Int) throws -> Bool { try decode(Int.self, atIndex: index) != 0 }

    func time(_ index: Int) throws -> Timestamp { Timestamp(milliseconds: try decode(Int64.self, atIndex: index)) }

    func optionalTime(_ index: Int) throws -> Timestamp? {
        try decode(Int64?.self, atIndex: index).map { Timestamp(milliseconds: $0) }
    }

    /// A blob; NULL is the empty one.
    func bytes(_ index: Int) throws -> [UInt8] {
        try withUnsafeData(atIndex: index) { data in data.map { [UInt8]($0) } ?? [] }
    }

    /// A word of a closed list.
    func word<Word: RawRepresentable>(_ index: Int, _: Word.Type = Word.self) throws -> Word
    where Word.RawValue == String {
        let text = try text(index)
        guard let word = Word(rawValue: text) else {
            throw StoreError(.corrupt, "\(Word.self) has no case \(text)")
        }
        return word
    }

    func optionalWord<Word: RawRepresentable>(_ index: Int, _: Word.Type = Word.self) throws -> Word?
    where Word.RawValue == String {
        hasNull(atIndex: index) ? nil : try word(index)
    }

    /// What GROUP_CONCAT joined; NULL is empty.
    func list(_ index: Int) throws -> [String] {
        try optionalText(index)?.split(separator: ",").map { String($0) } ?? []
    }

    /// A reference whose type and identifier stand in two columns.
    func optionalRef(_ index: Int) throws -> EntityRef? {
        guard let type = try optionalText(index), let id = try optionalText(index + 1) else { return nil }
        return EntityRef(type: EntityTypeID(type), id: id)
    }

    /// A priority stored as its rank.
    func priority(_ index: Int) throws -> Priority {
        let rank = try int(index)
        guard let priority = Priority.allCases.first(where: { $0.rank == rank }) else {
            throw StoreError(.corrupt, "no priority has rank \(rank)")
        }
        return priority
    }
}
