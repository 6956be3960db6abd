/// What must be known of a trigger that is to get another time, or to wait again.
public struct MoveFacts: Sendable, Equatable {
    /// The trigger, without its data.
    public var trigger: Trigger
    /// Where it stands.
    public var state: TriggerState
    /// Whether its data is still there: retention drops it.
    public var hasData: Bool
    /// Its once or dedupe claim.
    public var claim: Claim?

    /// The claim of a trigger.
    public struct Claim: Sendable, Equatable {
        /// What is claimed.
        public var key: String
        /// Until when it held when the trigger was cancelled, or ``forEver``; `nil` when it held nothing.
        public var heldUntil: Timestamp?
        /// The trigger that holds it now.
        public var holder: TriggerID?

        /// The end of a claim that has none.
        public static let forEver = Timestamp(milliseconds: .max)

        /// Joins the parts.
        public init(key: String, heldUntil: Timestamp?, holder: TriggerID?) {
            self.key = key
            self.heldUntil = heldUntil
            self.holder = holder
        }
    }

    /// Joins the parts.
    public init(trigger: Trigger, state: TriggerState, hasData: Bool, claim: Claim?) {
        self.trigger = trigger
        self.state = state
        self.hasData = hasData
        self.claim = claim
    }
}

/// Why a trigger stays as it is.
public enum MoveRefusal: Sendable, Equatable {
    /// Its fan-out has begun, or is over.
    case fannedOut(CancelReport.Phase)
    /// It is cancelled: it can be resumed, not moved.
    case isCancelled
    /// It was not cancelled, so there is nothing to resume.
    case isNotCancelled
    /// Each recipient gets it at a local time, which one instant cannot replace.
    case localTime
    /// Its data was dropped by retention.
    case isForgotten
    /// Another trigger holds its claim by now.
    case claimed(by: TriggerID)
}

extension MoveFacts {
    private var isCancelled: Bool {
        switch state {
        case .cancelled, .withdrawn: true
        case .waiting, .running, .open, .finished: false
        }
    }

    /// Why it cannot get another time; `nil` when it can.
    public var obstacleToReschedule: MoveRefusal? {
        guard !isCancelled else { return .isCancelled }
        guard TriggerMachine.next(state, on: .rescheduled) != nil else {
            return .fannedOut(CancelReport.Phase(state.phase))
        }
        return trigger.sendAtLocal == nil ? nil : .localTime
    }

    /// Why it cannot wait again, at an instant where one is given; `nil` when it can.
    public func obstacleToResume(at sendAt: Timestamp?) -> MoveRefusal? {
        guard isCancelled else { return .isNotCancelled }
        guard TriggerMachine.next(state, on: .resumed) != nil else {
            return .fannedOut(CancelReport.Phase(state.phase))
        }
        if sendAt != nil, trigger.sendAtLocal != nil { return .localTime }
        guard hasData else { return .isForgotten }
        return claim?.holder.map { .claimed(by: $0) }
    }

    /// The claim that it takes again when it is resumed: only as far as it would still hold.
    public func claimToRetake(now: Timestamp) -> TriggerSubmission.Claim? {
        guard let claim, let until = claim.heldUntil, until > now else { return nil }
        return TriggerSubmission.Claim(key: claim.key, expiresAt: until == Claim.forEver ? nil : until)
    }
}

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
