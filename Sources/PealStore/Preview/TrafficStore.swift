public import PealCore

/// Reads what was accepted and fanned out, to ask what another catalog would have done with it.
public protocol TrafficStore: Sendable {
    /// Triggers accepted within a stretch of time that came due and were not cancelled, in the order of their acceptance.
    ///
    /// Their cursors stand at the start, so that their recipients can be read again.
    /// - Parameters:
    ///   - app: the app.
    ///   - window: accepted at or after the first instant, and due before the second.
    ///   - after: the last trigger of the page before; `nil` before the first.
    ///   - limit: how many at most.
    /// - Returns: the triggers, with sealed data.
    /// - Throws: ``StoreError``.
    func recordedTriggers(
        app: AppID,
        within window: Range<Timestamp>,
        after: TriggerID?,
        limit: Int
    ) async throws -> [PendingTrigger]
}
