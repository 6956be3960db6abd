/// Since when what is due waits.
public struct OldestDue: Sendable, Equatable {
    /// When the trigger was due that waits longest for its decisions; `nil` when none waits.
    public var trigger: Timestamp?
    /// When the delivery was due that waits longest for its push service; `nil` when none waits.
    public var delivery: Timestamp?

    /// Joins both.
    public init(trigger: Timestamp? = nil, delivery: Timestamp? = nil) {
        self.trigger = trigger
        self.delivery = delivery
    }
}
