/// How much a sweep deleted.
public struct RetentionCounts: Sendable, Equatable {
    /// Rows that left the inbox.
    public var inbox = 0
    /// Deliveries.
    public var deliveries = 0
    /// Decisions with their traces.
    public var decisions = 0
    /// Encrypted data of triggers.
    public var data = 0
    /// Triggers.
    public var triggers = 0
    /// Firings that ended.
    public var schedules = 0

    /// Nothing yet.
    public init() {}

    /// Adds what another step deleted.
    public static func += (total: inout RetentionCounts, step: RetentionCounts) {
        total.inbox += step.inbox
        total.deliveries += step.deliveries
        total.decisions += step.decisions
        total.data += step.data
        total.triggers += step.triggers
        total.schedules += step.schedules
    }
}
