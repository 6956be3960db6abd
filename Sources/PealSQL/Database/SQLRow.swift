package import PealCore

/// A row of a statement, whose apps are keys; only valid until the next one is read.
package struct SQLRow {
    private let statement: any SQLStatement
    private let connection: SQLConnection

    init(_ statement: any SQLStatement, of connection: SQLConnection) {
        self.statement = statement
        self.connection = connection
    }

    /// The app whose key is in a column.
    package func key(_ index: Int) throws -> AppID { try connection.app(try decode(Int64.self, atIndex: index)) }

    package func hasNull(atIndex index: Int) -> Bool { statement.isNull(index) }

    package func decode<Value: SQLReadable>(_ type: Value.Type, atIndex index: Int) throws -> Value {
        guard let value = try decode(Value?.self, atIndex: index) else {
            throw StoreError(.corrupt, "a stored value is missing")
        }
        return value
    }

    package func decode<Value: SQLReadable>(_: Value?.Type, atIndex index: Int) throws -> Value? {
        guard !hasNull(atIndex: index) else { return nil }
        guard let value = Value(statement, at: index) else {
            throw StoreError(.corrupt, "a stored value has another type")
        }
        return value
    }

    /// The bytes of a blob, which are only valid within the closure; none where it is NULL.
    private func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(statement.bytes(index))
    }
}

/// What a column that is not NULL can be read as; `nil` is what it is not.
package protocol SQLReadable {
    init?(_ statement: any SQLStatement, at column: Int)
}

extension Int64: SQLReadable {
    package init?(_ statement: any SQLStatement, at column: Int) { self = statement.int64(column) }
}

extension Int: SQLReadable {
    package init?(_ statement: any SQLStatement, at column: Int) { self.init(exactly: statement.int64(column)) }
}

extension Bool: SQLReadable {
    package init?(_ statement: any SQLStatement, at column: Int) { self = statement.int64(column) != 0 }
}

extension Double: SQLReadable {
    package init?(_ statement: any SQLStatement, at column: Int) { self = statement.double(column) }
}

extension String: SQLReadable {
    package init?(_ statement: any SQLStatement, at column: Int) {
        guard let text = statement.text(column) else { return nil }
        self = text
    }
}

extension SQLRow {
    package func id<Kind: IDKind>(_ index: Int, _: Kind.Type = Kind.self) throws -> ID<Kind> {
        try withBytes(index) { try ID(blob: $0) }
    }

    package func key<Kind>(_ index: Int) throws -> PealCore.Key<Kind> { PealCore.Key(try text(index)) }

    package func optionalKey<Kind>(_ index: Int) throws -> PealCore.Key<Kind>? {
        try optionalText(index).map { PealCore.Key($0) }
    }

    package func text(_ index: Int) throws -> String { try decode(String.self, atIndex: index) }

    package func optionalID<Kind: IDKind>(_ index: Int, _: Kind.Type = Kind.self) throws -> ID<Kind>? {
        hasNull(atIndex: index) ? nil : try id(index)
    }

    package func optionalText(_ index: Int) throws -> String? { try decode(String?.self, atIndex: index) }

    package func optionalBytes(_ index: Int) throws -> [UInt8]? { hasNull(atIndex: index) ? nil : try bytes(index) }

    package func int(_ index: Int) throws -> Int { try decode(Int.self, atIndex: index) }

    package func flag(_ index: Int) throws -> Bool { try decode(Int.self, atIndex: index) != 0 }

    package func time(_ index: Int) throws -> Timestamp {
        Timestamp(milliseconds: try decode(Int64.self, atIndex: index))
    }

    package func optionalTime(_ index: Int) throws -> Timestamp? {
        try decode(Int64?.self, atIndex: index).map { Timestamp(milliseconds: $0) }
    }

    /// A blob; NULL is the empty one.
    package func bytes(_ index: Int) throws -> [UInt8] {
        withBytes(index) { [UInt8]($0) }
    }

    /// A word of a closed list.
    package func word<Word: RawRepresentable>(_ index: Int, _: Word.Type = Word.self) throws -> Word
    where Word.RawValue == String {
        let text = try text(index)
        guard let word = Word(rawValue: text) else {
            throw StoreError(.corrupt, "\(Word.self) has no case \(text)")
        }
        return word
    }

    package func optionalWord<Word: RawRepresentable>(_ index: Int, _: Word.Type = Word.self) throws -> Word?
    where Word.RawValue == String {
        hasNull(atIndex: index) ? nil : try word(index)
    }

    /// What the word `joined` of ``Dialect`` made; NULL is empty.
    package func list(_ index: Int) throws -> [String] {
        try optionalText(index)?.split(separator: ",").map { String($0) } ?? []
    }

    /// A reference whose type and identifier stand in two columns.
    package func optionalRef(_ index: Int) throws -> EntityRef? {
        guard let type = try optionalText(index), let id = try optionalText(index + 1) else { return nil }
        return EntityRef(type: EntityTypeID(type), id: id)
    }

    /// A priority stored as its rank.
    package func priority(_ index: Int) throws -> Priority {
        let rank = try int(index)
        guard let priority = Priority.allCases.first(where: { $0.rank == rank }) else {
            throw StoreError(.corrupt, "no priority has rank \(rank)")
        }
        return priority
    }
}
