import PealCore

/// Where an audit entry stands: the key of its app, then the entry's number in the app's log; a page has that of its first entry.
///
/// One number for both makes appending the cheapest thing that SQLite does.
struct AuditPosition: SQLBindable {
    let app: AppID
    let seq: Int

    /// The bits of the number; the app's key is above them.
    private static let bits: Int64 = 40

    func bind(to statement: any SQLStatement, at parameter: Int, _ connection: SQLConnection) throws {
        try statement.bind(try connection.key(of: app) << Self.bits + Int64(seq), at: parameter)
    }

    /// More entries than any log has.
    static let limit = 1 << bits - 1

    /// The number of the entry in a column.
    static func seq(_ row: SQLRow, at index: Int) throws -> Int { try row.int(index) & limit }
}
