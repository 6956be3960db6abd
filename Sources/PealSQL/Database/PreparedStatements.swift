/// The statements of one transaction, found by where their text is stored: to look one up by its text would read all of it.
///
/// A transaction runs the same few statements hundreds of times, each from a constant.
struct PreparedStatements {
    private struct Entry {
        let sql: String
        let statement: any SQLStatement
    }

    private var entries: [UnsafeRawPointer: Entry] = [:]
    /// A text that is put together for each run is found by no later one.
    private static let limit = 256

    /// The statement of a text, prepared when it is not known.
    mutating func statement(_ sql: String, _ prepare: () throws -> any SQLStatement) throws -> any SQLStatement {
        let address = sql.utf8.withContiguousStorageIfAvailable { $0.baseAddress.map { UnsafeRawPointer($0) } } ?? nil
        // Another text may be where one was that is gone: comparing is quick where it is the same one.
        if let address, let known = entries[address], known.sql == sql { return known.statement }
        let statement = try prepare()
        if let address, entries.count < Self.limit { entries[address] = Entry(sql: sql, statement: statement) }
        return statement
    }
}
