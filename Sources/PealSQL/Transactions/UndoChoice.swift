/// How the changes of the next transaction are undone where one fails.
///
/// A savepoint around each change makes SQLite copy the pages that the change writes, and look through the copies after each
/// statement: that is paid for changes that succeed, which nearly all do. So a transaction begins without; the first change
/// that fails after it wrote something makes all of it run again with savepoints, and the next ones have them from the
/// start, so that callers who provoke failures cost no second run each.
struct UndoChoice {
    /// Transactions with savepoints after one that had to run again.
    static let careful = 15

    private var left = 0

    mutating func next() -> SQLConnection.Undo {
        guard left > 0 else { return .transaction }
        left -= 1
        return .savepoint
    }

    mutating func noteFailure() { left = Self.careful }
}
