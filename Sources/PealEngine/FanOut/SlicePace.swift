/// How much one slice of the deciding loop does on this machine, as the slices before it showed.
///
/// What is urgent waits for the end of a slice: so slices are bounded by time, and a slow or busy machine takes shorter
/// ones. Below a hundred recipients the statements and the commit that a slice needs in any case cost as much as the
/// recipients themselves (ADR 0026).
struct SlicePace {
    /// A slice that took longer makes the next one shorter.
    static let longest = Duration.milliseconds(20)
    /// Recipients, held pushes or digest items of the longest slice.
    static let most = 512
    /// Recipients, held pushes or digest items of the shortest slice.
    static let fewest = 64
    /// Triggers of the longest slice.
    static let widest = 128

    /// Recipients, held pushes or digest items of the next slice.
    private(set) var size = most

    /// Triggers that the next slice takes up: as many as the shortest slice has recipients, or more.
    var width: Int { min(Self.widest, max(Self.fewest, size / 4)) }

    /// Learns how long a slice took.
    ///
    /// One that did no more than the shortest does would not have been quicker with a smaller size: it waited for the disk
    /// or for other writers. Shorter ones would wait as long, each for less.
    mutating func note(_ done: Int, in time: Duration) {
        if time > Self.longest, done > Self.fewest {
            size = max(Self.fewest, size / 2)
        } else if time < Self.longest / 2 {
            size = min(Self.most, size * 2)
        }
    }
}
