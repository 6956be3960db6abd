import GRDB
import GRDBSQLite
import PealCore

/// A row of a statement, whose apps are keys; only valid until the next one is read.
struct StoredRow {
    private let statement: OpaquePointer
    private let connection: Connection

    init(_ statement: OpaquePointer, of connection: Connection) {
        self.statement = statement
        self.connection = connection
    }

    /// The app whose key is in a column.
    func key(_ index: Int) throws -> AppID { try connection.app(try decode(Int64.self, atIndex: index)) }

    func hasNull(atIndex index: Int) -> Bool { sqlite3_column_type(statement, Int32(index)) == SQLITE_NULL }

    func decode<Value: StatementColumnConvertible>(_ type: Value.Type, atIndex index: Int) throws -> Value {
        guard let value = try decode(Value?.self, atIndex: index) else {
            throw StoreError(.corrupt, "a stored value is missing")
        }
        return value
    }

    func decode<Value: StatementColumnConvertible>(_: Value?.Type, atIndex index: Int) throws -> Value? {
        guard !hasNull(atIndex: index) else { return nil }
        guard let value = Value(sqliteStatement: statement, index: Int32(index)) else {
            throw StoreError(.corrupt, "a stored value has another type")
        }
        return value
    }

    /// The bytes of a blob, which are only valid within the closure; none where it is NULL.
    private func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let start = sqlite3_column_blob(statement, Int32(index))
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, Int32(index)))))
    }
}

extension StoredRow {
    func id<Kind: IDKind>(_ index: Int, _: Kind.Type = Kind.self) throws -> ID<Kind> {
        try withBytes(index) { try ID(blob: $0) }
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
        withBytes(index) { [UInt8]($0) }
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
