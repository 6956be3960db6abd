/// How many pushes wait for a user.
public struct WaitingCount: Sendable, Equatable {
    /// Notifications with deliveries that wait in queues.
    public var queued: Int
    /// Held pushes that are about to be released.
    public var held: Int
    /// Whether a summary waits in a queue.
    public var hasSummary: Bool

    /// Joins the parts.
    public init(queued: Int = 0, held: Int = 0, hasSummary: Bool = false) {
        self.queued = queued
        self.held = held
        self.hasSummary = hasSummary
    }

    /// A user's deliveries that are read together; what is more waits for the next summary.
    public static let limit = 1_000
}
