/// How long events are kept.
public enum EventRetention {
    /// For every reader, also one that comes back after a short absence and whose cursor the store does not keep.
    public static let shortest = Duration.seconds(3_600)
    /// For readers that have kept a cursor; one that is further behind has to read the state again.
    public static let longest = Duration.seconds(7 * 86_400)
}
