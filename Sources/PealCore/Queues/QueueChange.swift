/// A change to what is kept of a queue.
public enum QueueChange: Sendable, Equatable {
    /// Pauses it for an operator; one that is paused already keeps its instant and its operator.
    case pause(at: Timestamp, by: String? = nil)
    /// Lets it go on.
    case resume
    /// Stores since when the token-invalidation breaker is open; `nil` closes it.
    case setInvalidationBreaker(at: Timestamp?)
    /// Moves devices that it declared dead since an instant from one state to another; a device in another state only
    /// forgets that it was declared dead.
    case restore(from: DeviceState, to: DeviceState, since: Timestamp, mismatched: [DeviceID] = [])
    /// Stores what keeps it from sending because of its push service.
    case setTrouble(QueueTrouble)
    /// Notes that its failed deliveries were sent again.
    case noteRedrive(at: Timestamp)
}
