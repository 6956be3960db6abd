/// A firing of an entity as a plan sees it.
public struct FiringRecord: Sendable, Equatable {
    /// The type that fires.
    public var type: TypeID
    /// The entity's time.
    public var time: Timestamp
    /// When it is or was due.
    public var dueAt: Timestamp
    /// Where it stands.
    public var state: FiringState
    /// Why it ended, or why its trigger is not wanted any more.
    public var reason: FiringReason?
    /// The trigger that it made, also one that was withdrawn.
    public var trigger: TriggerID?
    /// What has become of that trigger; `nil` when it is not stored any more.
    public var made: Made?

    /// Joins the parts.
    public init(
        type: TypeID,
        time: Timestamp,
        dueAt: Timestamp,
        state: FiringState,
        reason: FiringReason? = nil,
        trigger: TriggerID? = nil,
        made: Made? = nil
    ) {
        self.type = type
        self.time = time
        self.dueAt = dueAt
        self.state = state
        self.reason = reason
        self.trigger = trigger
        self.made = made
    }
}

extension FiringRecord {
    /// What has become of the trigger that a firing made.
    public struct Made: Sendable, Equatable {
        /// Where the trigger stands.
        public var state: TriggerState
        /// Whether a withdrawal of it is under way.
        public var isWithdrawing: Bool
        /// When its notifications expire; `nil` when it has none.
        public var expiresAt: Timestamp?
        /// Until when it takes users who join; `nil` when it takes none.
        public var openUntil: Timestamp?

        /// Joins the parts.
        public init(
            state: TriggerState,
            isWithdrawing: Bool = false,
            expiresAt: Timestamp? = nil,
            openUntil: Timestamp? = nil
        ) {
            self.state = state
            self.isWithdrawing = isWithdrawing
            self.expiresAt = expiresAt
            self.openUntil = openUntil
        }

        /// Whether there is anything to withdraw, or users who join are to become recipients no longer: what is past its
        /// expiry has left, or never will.
        func mayBeWithdrawn(at now: Timestamp) -> Bool {
            switch state {
            case .cancelled, .withdrawn: false
            case .waiting, .running, .open: !isWithdrawing
            case .finished: !isWithdrawing && expiresAt.map { $0 > now } ?? false
            }
        }
    }

    /// Whether it may fire again for users who were not reminded: those who join, and those whose pushes had not left when its
    /// entity stopped to ask for it.
    ///
    /// What the backend had sent itself is not asked for again.
    func mayBeAskedAgain(at now: Timestamp) -> Bool {
        guard state == .fired, let reason, reason != .duplicate else { return false }
        return made?.openUntil.map { $0 > now } ?? false
    }

    /// Whether the trigger that it made is to be withdrawn when its entity asks for it no longer.
    ///
    /// One with a reason was looked at before, or was sent by the backend.
    func isWithdrawable(at now: Timestamp) -> Bool {
        state == .fired && reason == nil && made?.mayBeWithdrawn(at: now) == true
    }
}
