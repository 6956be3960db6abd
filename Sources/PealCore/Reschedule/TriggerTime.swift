/// When a trigger is sent.
public struct TriggerTime: Sendable, Equatable {
    /// When it is due.
    public var dueAt: Timestamp
    /// Until when its pushes are digested; `nil` when no sender limit asks for it.
    public var digestUntil: Timestamp?

    /// Joins both parts.
    public init(dueAt: Timestamp, digestUntil: Timestamp?) {
        self.dueAt = dueAt
        self.digestUntil = digestUntil
    }
}
