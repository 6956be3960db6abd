/// The trigger that holds a once or dedupe claim.
public struct ClaimHolder: Sendable, Equatable {
    /// The trigger.
    public var trigger: TriggerID
    /// Until when it holds the claim; `nil` is for ever.
    public var expiresAt: Timestamp?

    /// Names the trigger and how long it holds the claim.
    public init(trigger: TriggerID, expiresAt: Timestamp?) {
        self.trigger = trigger
        self.expiresAt = expiresAt
    }

    /// Whether it still holds the claim at an instant.
    public func holds(at now: Timestamp) -> Bool { expiresAt.map { $0 > now } ?? true }
}
