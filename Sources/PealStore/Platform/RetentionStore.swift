public import PealCore

/// Drops what has become too old, in bounded steps by identifier, which sort by time (R186, R215, C22).
///
/// What is still to come is never touched: a notification that is held, bundled or pending on any device, or whose
/// trigger is not fanned out, and a trigger that waits.
public protocol RetentionStore: Sendable {
    /// Looks at the next notifications of an app, oldest first, at most `limit`.
    ///
    /// Past the inbox's time the row leaves the inbox and forgets its copy; past the delivery log's it loses its
    /// deliveries and its trace; past both it is gone.
    func sweepNotifications(
        _ cut: RetentionCut,
        after: NotificationID?,
        limit: Int
    ) async throws -> RetentionStep<NotificationKind>

    /// Looks at the next triggers of an app, oldest first, at most `limit`.
    ///
    /// Past the delivery log's time a trigger that is over loses its data, and goes when none of its notifications is
    /// left. Claims are kept for their own time: what is sent once stays sent once. The last step also drops what is
    /// known of triggers that were rejected before that time.
    func sweepTriggers(
        _ cut: RetentionCut,
        after: TriggerID?,
        limit: Int
    ) async throws -> RetentionStep<TriggerKind>

    /// Deletes some of the recipients whose local times cancelled triggers waited for; returns how many.
    func sweepLocalWaits(limit: Int) async throws -> Int
}

/// What is too old in an app.
public struct RetentionCut: Sendable, Equatable {
    /// The app.
    public var app: AppID
    /// Inbox rows from before are over.
    public var inbox: Timestamp
    /// Deliveries, traces and trigger data from before are over.
    public var log: Timestamp

    /// Joins the parts.
    public init(app: AppID, inbox: Timestamp, log: Timestamp) {
        self.app = app
        self.inbox = inbox
        self.log = log
    }

    /// What is too old at an instant.
    public init(app: AppID, _ retention: Retention, now: Timestamp) {
        self.init(app: app, inbox: now - retention.inbox, log: now - retention.deliveryLog)
    }
}

/// What one step did.
public struct RetentionStep<Kind: IDKind>: Sendable, Equatable {
    /// What went.
    public var counts: RetentionCounts
    /// Where the next step goes on; `nil` at the end.
    public var next: ID<Kind>?

    /// Joins both parts.
    public init(counts: RetentionCounts, next: ID<Kind>?) {
        self.counts = counts
        self.next = next
    }
}

/// How much a sweep dropped.
public struct RetentionCounts: Sendable, Equatable {
    /// Rows that left the inbox.
    public var inbox = 0
    /// Deliveries.
    public var deliveries = 0
    /// Decisions with their traces.
    public var decisions = 0
    /// Sealed data of triggers.
    public var data = 0
    /// Triggers.
    public var triggers = 0
    /// Firings that ended.
    public var schedules = 0

    /// Nothing yet.
    public init() {}

    /// Adds what another step dropped.
    public static func += (total: inout RetentionCounts, step: RetentionCounts) {
        total.inbox += step.inbox
        total.deliveries += step.deliveries
        total.decisions += step.decisions
        total.data += step.data
        total.triggers += step.triggers
        total.schedules += step.schedules
    }
}
