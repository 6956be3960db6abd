public import PealCore

/// Alerts that are not quiet, and what some of them are measured by.
///
/// They are written by ``Change/alert(_:from:to:)``.
public protocol AlertStore: Sendable {
    /// The alerts of an app, or of all, by their keys.
    func alerts(of app: AppID?) async throws -> [AppID: [Alert]]

    /// Since when what is due at an instant waits; costs the same however much waits.
    func oldestDue(of app: AppID, now: Timestamp) async throws -> OldestDue
}
