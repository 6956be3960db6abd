public import PealCore

/// What waits for the steps of a round of decisions, read in one snapshot: a round that finds nothing costs one read.
public struct DueDecisions: Sendable {
    /// Triggers that are due and not fanned out, as ``FanOutStore/dueTriggers(now:limit:after:)`` returns them; one that
    /// cannot be read keeps no other step from its work.
    public var triggers: Result<[PendingTrigger], any Error>
    /// The apps of which a held push has come due, by name.
    public var appsWithDueHeld: [AppID]
    /// Whether a digest window has ended.
    public var hasWindows: Bool
    /// Whether the time to live of a push has ended that a device was to confirm.
    public var hasConfirmations: Bool

    /// Joins what was found.
    public init(
        triggers: Result<[PendingTrigger], any Error>,
        appsWithDueHeld: [AppID],
        hasWindows: Bool,
        hasConfirmations: Bool
    ) {
        self.triggers = triggers
        self.appsWithDueHeld = appsWithDueHeld
        self.hasWindows = hasWindows
        self.hasConfirmations = hasConfirmations
    }
}
