/// Makes changes that were planned from facts read before.
public protocol ChangeStore: Sendable {
    /// Makes groups of changes in one transaction, which is on disk when this returns.
    ///
    /// A group sees what the groups before it changed. One whose guard fails is rolled back without the others: its
    /// facts are outdated, and whoever planned it reads again and plans again.
    /// - Throws: ``StoreError`` when nothing of all groups was written.
    func apply(_ groups: [ChangeGroup]) async throws -> [GroupResult]
}
