/// One caller's change, waiting for its turn.
struct WriteOperation: Sendable {
    /// Tells the caller its own result, or that the transaction around it failed.
    typealias Answer = (_ failure: (any Error)?) -> Void

    /// Roughly how many rows it writes.
    var weight: Int
    /// Whether it runs after all others of its transaction: what it looks at is what they leave.
    var isLast = false
    /// Runs it within the open transaction and adds its events; the answer is given after the commit.
    ///
    /// - Throws: ``Connection/NeedsSavepoint``, and nothing else; it is then run once more, in a new transaction.
    var run: @Sendable (SQLConnection, inout EventBatch) throws -> Answer
    /// Tells the caller that it was not run.
    var refuse: @Sendable (any Error) -> Void
}
