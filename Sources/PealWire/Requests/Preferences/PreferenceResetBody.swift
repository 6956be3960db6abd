public import PealCore

/// The body of `POST …/notification-preferences/reset`, which may be left out.
public struct PreferenceResetBody: RequestBody, Sendable {
    /// When the user asked for the reset; absent is now.
    public var updatedAt: Timestamp?

    /// How it is read.
    public static var shape: Shape<PreferenceResetBody> {
        .object { PreferenceResetBody(updatedAt: $0.clientTime("updatedAt")) }
    }
}
