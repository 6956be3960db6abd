public import PealCore

/// Whether pushes reach users, and how many devices there are.
///
/// What was found is written by ``Change/reachability(_:)``. The first push that a device does not confirm moves the next look at its
/// user forward, and what a user who is not reached confirms leaves an event: so no other loop has to look.
public protocol ReachabilityStore: Sendable {
    /// What is known of a user.
    func reachabilityFacts(of user: UserID, app: AppID) async throws -> ReachabilityFacts

    /// Users who are to be looked at by an instant, of each app the earliest first, at most `limit` of an app.
    func dueLooks(now: Timestamp, limit: Int) async throws -> [AppID: [UserID]]

    /// When the next user is to be looked at, later than an instant.
    func nextLook(after now: Timestamp) async throws -> Timestamp?

    /// The devices of every app that are not revoked, by app, push service and state.
    func deviceCounts() async throws -> [DeviceCount]
}
