/// What a push service takes of one sender.
public struct QueueLimits: Sendable, Equatable {
    /// Pushes a second at most; `nil` when the service names no number.
    public var perSecond: Int?
    /// Pushes that may wait for their answers at a time; `nil` leaves it to the server's own bound.
    public var inFlight: Int?

    /// Sets the limits.
    public init(perSecond: Int? = nil, inFlight: Int? = nil) {
        self.perSecond = perSecond
        self.inFlight = inFlight
    }
}
