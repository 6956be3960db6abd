/// How long a device that is not reached is kept (R008, R011, C14).
public enum DevicePolicy {
    /// How long an address declared dead stays in quarantine before its token is forgotten.
    ///
    /// Long enough for a user to open the app again, and for an operator to notice that a push service is wrong.
    public static let quarantineGrace = Duration.seconds(7 * 86_400)
    /// How long a stale device is kept, beyond the app's `devices.staleAfter`.
    public static let staleGrace = Duration.seconds(180 * 86_400)
}
