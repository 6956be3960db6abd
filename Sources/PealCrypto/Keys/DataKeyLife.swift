public import PealCore

/// The times of a data key's rotation, which keep processes on one database in step (design §8).
public enum DataKeyLife {
    /// How long a new version is known before it seals, so that every process can open what any of them seals.
    public static let activation = Duration.seconds(10)
    /// How long after that an older version may still be about to seal, in a change that waits to be written.
    public static let drainTime = Duration.seconds(60)
    /// How long a version that is gone from the store is still kept in memory, for what was read before.
    public static let memory = Duration.seconds(600)
    /// Most live versions of an app.
    public static let mostVersions = 4

    /// The version of an app that seals at an instant: the highest that is old enough, else the lowest.
    public static func sealing(_ versions: [(version: Int, createdAt: Timestamp)], now: Timestamp) -> Int? {
        let ordered = versions.sorted { $0.version < $1.version }
        return ordered.last { $0.createdAt + activation <= now }?.version ?? ordered.first?.version
    }
}
