import PealCore
import PealStore

/// Wakes the pipeline when a call has brought somebody's held pushes forward (R087, R088).
struct HeldPushWatch: Sendable {
    let store: any PreferenceStore
    let now: @Sendable () -> Timestamp
    let wake: @Sendable () -> Void

    /// Looks after a change of a person's quiet hours, zone or devices.
    func look(at user: UserID, app: AppID) async throws {
        if try await store.holdsDue(for: user, app: app, now: now()) { wake() }
    }
}
