import GRDB

/// A value to bind; `nil` is NULL.
typealias Binding = (any DatabaseValueConvertible)?

extension Database {
    /// Executes one cached statement; returns how many rows it changed itself.
    @discardableResult
    func run(_ sql: String, _ bindings: [Binding] = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(bindings))
        return changesCount
    }

    /// Hands each row of one cached statement to a closure.
    ///
    /// The row is only valid within it.
    func each(_ sql: String, _ bindings: [Binding] = [], _ body: (Row) throws -> Void) throws {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: StatementArguments(bindings))
        while let row = try rows.next() { try body(row) }
    }

    /// Makes a value of each row.
    func all<Value>(_ sql: String, _ bindings: [Binding] = [], _ make: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try each(sql, bindings) { values.append(try make($0)) }
        return values
    }

    /// Makes a value of the first row.
    func first<Value>(_ sql: String, _ bindings: [Binding] = [], _ make: (Row) throws -> Value) throws -> Value? {
        let rows = try Row.fetchCursor(try cachedStatement(sql: sql), arguments: StatementArguments(bindings))
        return try rows.next().map(make)
    }

    /// The first column of the first row, unless it is NULL.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _: Value.Type,
        _ sql: String,
        _ bindings: [Binding] = []
    ) throws -> Value? {
        try Value.fetchOne(try cachedStatement(sql: sql), arguments: StatementArguments(bindings))
    }

    /// Whether a statement finds any row.
    func exists(_ sql: String, _ bindings: [Binding] = []) throws -> Bool {
        try first(sql, bindings) { _ in true } ?? false
    }
}
