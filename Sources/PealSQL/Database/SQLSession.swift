/// A database's own connection: it prepares statements, and knows what they changed.
///
/// Only its own thread uses one, and only while it is handed out.
package protocol SQLSession: AnyObject {
    /// How statements are written for it.
    var dialect: Dialect { get }
    /// A prepared statement, kept for the next time.
    /// - Throws: the database's own error when there is no such statement.
    func statement(_ sql: String) throws -> any SQLStatement
    /// How many rows the last statement changed itself.
    var changed: Int { get }
    /// How many rows all statements changed so far, also those that others led to.
    var changedInAll: Int { get }
    /// Whether a transaction is open: after a full disk or an I/O error a database may have rolled it back by itself.
    var isInsideTransaction: Bool { get }
    /// Whether an error is a statement's own, which may have changed rows before it failed.
    func isStatementError(_ error: any Error) -> Bool
    /// The port's error for what the database said; cancellation and a failed guard stay what they are.
    func portError(for error: any Error) -> any Error
    /// Hands over what changed in the kept counts since the last call, or `nil`; readers have none.
    func takeCounts() -> CountChanges?
}

/// A database's connection that writes.
package protocol SQLWritingSession: SQLSession {
    /// Begins a transaction that excludes all other writers.
    func begin() throws
    /// Puts a transaction on disk.
    func commit() throws
    /// Undoes a transaction.
    func rollback() throws
    /// Called when a transaction has ended and its callers are answered.
    func ended()
}

/// The one connection of a database that writes, on a thread of its own.
package protocol SQLWriter: Sendable {
    /// Runs a closure on its thread, after those that were handed over before.
    func enqueue(_ body: @escaping @Sendable (any SQLWritingSession) -> Void)
    /// Runs a closure before it returns.
    func runNow(_ body: (any SQLWritingSession) -> Void)
}

/// A prepared statement of a database, run step by step.
///
/// Whoever takes one must call ``end()`` after the last step.
package protocol SQLStatement: AnyObject {
    /// How many values it is given.
    var parameterCount: Int { get }
    /// The error for another number of values.
    var wrongCount: any Error { get }
    /// Binds NULL to a parameter, the first of which is 1.
    func bindNull(at parameter: Int) throws
    /// Binds an integer.
    func bind(_ value: Int64, at parameter: Int) throws
    /// Binds a floating-point number.
    func bind(_ value: Double, at parameter: Int) throws
    /// Binds a text, which it copies.
    func bind(_ value: String, at parameter: Int) throws
    /// Binds a list of texts.
    func bind(_ value: TextList, at parameter: Int) throws
    /// Binds an identifier of 16 bytes.
    func bind(_ value: StoredID, at parameter: Int) throws
    /// Binds bytes, which it copies.
    func bind(_ value: UnsafeRawBufferPointer, at parameter: Int) throws
    /// Runs to the next row; whether there is one.
    func step() throws -> Bool
    /// Lets go of the row and of what the statement holds; a failure was thrown by ``step()``.
    func end()

    /// Whether a column, the first of which is 0, is NULL.
    func isNull(_ column: Int) -> Bool
    /// A column as an integer; what is none is 0.
    func int64(_ column: Int) -> Int64
    /// A column as a floating-point number; what is none is 0.
    func double(_ column: Int) -> Double
    /// A column as a text.
    func text(_ column: Int) -> String?
    /// A column's bytes, which are only valid until the next step; none where it is NULL.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer
}
