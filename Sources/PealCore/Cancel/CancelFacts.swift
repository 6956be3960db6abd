/// What a cancel must know of a trigger.
public struct CancelFacts: Sendable, Equatable {
    /// The trigger.
    public var trigger: TriggerID
    /// What the cancel has counted so far; nothing before it began.
    public var report: CancelReport
    /// Whether the cancel has begun: then no page of the fan-out is written any more.
    public var isCancelled: Bool
    /// The last user whose push was looked at, empty before the first; `nil` when there is nobody left to look at.
    public var cursor: UserID?
    /// Why a change of its entity withdrew it, where that was the reason.
    public var cause: FiringReason?

    /// Joins the parts.
    public init(trigger: TriggerID, report: CancelReport, isCancelled: Bool, cursor: UserID?, cause: FiringReason?) {
        self.trigger = trigger
        self.report = report
        self.isCancelled = isCancelled
        self.cursor = cursor
        self.cause = cause
    }
}

/// What the first transaction of a cancel does, apart from keeping later pages of the fan-out from being written.
public struct CancelStart: Sendable, Equatable {
    /// Whether the recipients that nobody decided about yet count as cancelled.
    public var countsUndecided: Bool
    /// Whether the claim and the quota of the trigger are released, so that the same may be sent again.
    public var releases: Bool
    /// Where the walk over the recipients begins; `nil` when none was decided about.
    public var cursor: UserID?

    /// The start of a cancel in a phase of the fan-out.
    public init(in phase: CancelReport.Phase) {
        countsUndecided = phase != .after
        releases = phase == .beforeFanOut
        cursor = phase == .beforeFanOut ? nil : UserID("")
    }
}

/// A step of a cancel over the recipients of a trigger.
public struct CancelCount: Sendable, Equatable {
    /// Where the cursor is expected.
    public var from: UserID
    /// The last user of the step; `nil` when nobody is left.
    public var to: UserID?
    /// Recipients of the step that get no push.
    public var cancelled: Int
    /// Recipients of the step whose push was handed out before.
    public var tooLate: Int

    /// Joins the parts.
    public init(from: UserID, to: UserID?, cancelled: Int, tooLate: Int) {
        self.from = from
        self.to = to
        self.cancelled = cancelled
        self.tooLate = tooLate
    }
}
