/// What a cancel must know of the push of one notification.
public struct PushRecord: Sendable, Equatable {
    /// The notification.
    public var id: NotificationID
    /// What has become of it.
    public var state: PushState
    /// Why it is suppressed or stopped.
    public var reason: Reason?
    /// Until when it is held or waits in its digest window.
    public var heldUntil: Timestamp?
    /// The stage that holds it.
    public var holdStage: Stage?
    /// Whether it is a summary: it stands for pushes of the user that waited.
    public var isSummary: Bool
    /// Whether it stands for a digest.
    public var isRepresentative: Bool
    /// The representative of the digest it is part of.
    public var digest: NotificationID?
    /// Its deliveries, one a device.
    public var deliveries: [DeliveryFacts]

    /// Joins the parts.
    public init(
        id: NotificationID,
        state: PushState,
        reason: Reason? = nil,
        heldUntil: Timestamp? = nil,
        holdStage: Stage? = nil,
        isSummary: Bool = false,
        isRepresentative: Bool = false,
        digest: NotificationID? = nil,
        deliveries: [DeliveryFacts] = []
    ) {
        self.id = id
        self.state = state
        self.reason = reason
        self.heldUntil = heldUntil
        self.holdStage = holdStage
        self.isSummary = isSummary
        self.isRepresentative = isRepresentative
        self.digest = digest
        self.deliveries = deliveries
    }

    /// Whether it is pushed as part of a digest that another notification stands for.
    public var isRepresented: Bool { state == .represented }

    /// Whether its push tells of another one that it stood for: a summary that ended is one push again, although some of its
    /// parts were not sent by themselves.
    func tells(of part: PushRecord) -> Bool { isSummary || part.reason != .summarised }

    /// How far its own push has come; `nil` when it was to get none.
    var progress: PushProgress? {
        switch state {
        case .held, .digested: .waiting
        case .sending, .stopped: deliveries.map(\.progress).max() ?? .ended
        case .represented, .suppressed: nil
        }
    }

    /// Whether its push can be put together again, because no device was tried; or, of a summary, because none was reached.
    var canBeReopened: Bool {
        switch state {
        case .held, .digested: true
        case .sending, .stopped: progress == .waiting && (isSummary || deliveries.allSatisfy(\.isUntouched))
        case .represented, .suppressed: false
        }
    }

    /// Whether no device has it, or may have it.
    ///
    /// A summary waited before it became one, usually for a retry: what counts is that no attempt reached a device.
    var hasNotLeft: Bool {
        switch state {
        case .held, .digested: true
        case .sending, .stopped:
            isSummary ? progress == .waiting : !deliveries.isEmpty && deliveries.allSatisfy(\.isUntouched)
        case .represented, .suppressed: false
        }
    }

    /// The trace of waiting in its digest window again.
    var waitsAgain: Trace { Trace([Trace.Step(.digest, .hold, .digested)]) }
}
