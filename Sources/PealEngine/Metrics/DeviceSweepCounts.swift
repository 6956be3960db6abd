/// How many devices a sweep took out of use.
struct DeviceSweepCounts: Equatable {
    /// Forgotten, since their push service declared them dead.
    var invalid = 0
    /// Made stale.
    var stale = 0
    /// Forgotten, since they were stale for long.
    var removed = 0
    /// Deleted, since they were revoked long ago.
    var deleted = 0
}
