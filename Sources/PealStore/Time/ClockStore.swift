public import PealCore

/// Keeps the latest instant that a running server trusted, so that the next start knows by how much the clock moved (ADR 0059).
public protocol ClockStore: Sendable {
    /// What is kept of the clock; `nil` before the first server ran.
    func clockRecord() async throws -> ClockRecord?

    /// Keeps what a server knows of its clock, unless an operator has accepted the clock meanwhile.
    /// - Parameter record: the record; its acceptances are those that the server has followed.
    /// - Returns: whether it was kept.
    /// - Throws: ``StoreError``.
    func note(_ record: ClockRecord) async throws -> Bool

    /// An operator says that the clock is right: ends a question, and counts the acceptance.
    /// - Parameter now: what the clock shows.
    /// - Throws: ``StoreError``.
    func acceptClock(at now: Timestamp) async throws
}
