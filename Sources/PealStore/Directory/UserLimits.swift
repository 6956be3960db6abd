/// How much of something one user can have, so that nobody's rows grow without bound.
public enum UserLimits {
    /// Devices that are not revoked; one more revokes the one least recently seen (R001).
    public static let devices = 50
    /// Revoked devices that keep their row for the history of their deliveries; of more, those revoked first are deleted.
    public static let endedDevices = 20
    /// Mutes that hold; one more is refused (R090, R091).
    public static let mutes = 200
}
