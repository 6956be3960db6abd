public import PealCore

/// Reads what participants of events replied (R191–R210).
///
/// Replies are stored by ``Change/eta(_:)``. They are deleted with the membership, so with the event or the user as well.
public protocol EtaStore: Sendable {
    /// What replies and boards are made from, at one instant.
    /// - Parameters:
    ///   - question: the event and its participants.
    ///   - app: the app.
    /// - Returns: the facts; `nil` when there is no such entity.
    /// - Throws: ``StoreError``.
    func etaFacts(_ question: EtaQuestion, app: AppID) async throws -> EtaFacts?

    /// The latest replies of a user to all events, bounded, for their export.
    func etaReplies(of user: UserID, app: AppID, limit: Int) async throws -> [HeldReply]

    /// Deletes some replies from before an instant; returns how many.
    func sweepEtaReplies(of app: AppID, before instant: Timestamp, limit: Int) async throws -> Int
}
