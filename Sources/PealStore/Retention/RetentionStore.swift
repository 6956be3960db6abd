public import PealCore

/// Reads what has become too old, in bounded steps by identifier, which sort by time (R186, R215, C22).
///
/// What becomes of it is planned in `PealCore` (``RetentionPlan``, ``TriggerSweep``) and written as changes that expect it
/// as it was read.
public protocol RetentionStore: Sendable {
    /// The next notifications of an app that were decided before an instant, oldest first, at most `limit`.
    func agedNotifications(
        of app: AppID,
        before instant: Timestamp,
        after last: NotificationID?,
        limit: Int
    ) async throws -> [AgedNotification]

    /// The next triggers of an app that were accepted before an instant, oldest first, at most `limit`.
    func agedTriggers(
        of app: AppID,
        before instant: Timestamp,
        after last: TriggerID?,
        limit: Int
    ) async throws -> [AgedTrigger]

    /// Deletes what is known of an app's rejected and duplicate requests from before an instant.
    func sweepRejections(of app: AppID, before instant: Timestamp) async throws

    /// Deletes some of the recipients that cancelled triggers waited for; returns how many.
    func sweepLocalWaits(limit: Int) async throws -> Int
}
