/// A notification that is part of a digest.
public struct DigestItem: Sendable, Equatable {
    /// Its own push; its deliveries are not read.
    public var push: PushRecord
    /// Whether its own trigger is cancelled.
    public var isCancelled: Bool

    /// Whether its user has read, dismissed or removed it.
    public var isResolved: Bool

    /// Whether its deliveries and its trace are still kept.
    public var hasLog: Bool

    /// Joins the parts.
    public init(push: PushRecord, isCancelled: Bool, isResolved: Bool = false, hasLog: Bool = true) {
        self.push = push
        self.isCancelled = isCancelled
        self.isResolved = isResolved
        self.hasLog = hasLog
    }

    /// Whether it is not pushed again when what stands for it is withdrawn.
    ///
    /// A window leaves out what was read when it closes; a push that leaves a summary is not asked again, and one whose
    /// deliveries retention has deleted has none to wait for.
    private var staysOut: Bool { isCancelled || push.reason == .summarised && (isResolved || !hasLog) }

    /// Whether it stays out and stands for items of a digest of its own: they are pushed again without it.
    ///
    /// It may have been cancelled too late, because the digest it is part of had been tried, which is withdrawn after all.
    public var leavesItems: Bool { staysOut && push.isRepresented && push.isRepresentative }

    /// The change that lets it wait in its window again, or be sent by itself again when a summary stood for it; `nil` when it
    /// stays out.
    func returning(at now: Timestamp) -> PushChange? {
        guard push.isRepresented, !staysOut else { return nil }
        if push.reason == .summarised { return .leaveSummary(push.id, dueAt: now, .leftSummary) }
        return .returnToDigest(push.id, until: now, push.waitsAgain)
    }
}

extension Trace {
    /// A push is no longer part of a summary, and is decided again as itself.
    static var leftSummary: Trace { Trace([Trace.Step(.route, .release), Trace.Step(.digest, .pass)]) }
}
