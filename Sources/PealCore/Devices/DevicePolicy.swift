/// How long a device that is not reached is kept (R008, R011, C14).
public enum DevicePolicy {
    /// How long an address declared dead stays in quarantine before its token is forgotten.
    ///
    /// Long enough for a user to open the app again, and for an operator to notice that a push service is wrong.
    public static let quarantineGrace = Duration.seconds(7 * 86_400)
    /// How long a stale device is kept, beyond the app's `devices.staleAfter`.
    public static let staleGrace = Duration.seconds(180 * 86_400)
    /// How long after a sweep found a device stale another sweep may forget it, however old its last sign of life is.
    ///
    /// One sweep under a wrong clock forgets no device that was in use before it.
    public static let staleNotice = Duration.seconds(86_400)
}
