/// What a connection was woken for; several at a time.
public struct StreamWake: Sendable, Equatable {
    /// There may be something to take.
    public var hasNews = false
    /// A ping is due.
    public var isPingDue = false
    /// What the client sent, in order.
    public var inputs: [[UInt8]] = []
    /// The connection is to end.
    public var end: StreamEnd?

    var isEmpty: Bool { !hasNews && !isPingDue && inputs.isEmpty && end == nil }
}
