/// What sender limits grant to one trigger: when it may be sent, and the windows it counts in (R160).
public struct QuotaPlan: Sendable, Equatable {
    /// When it may be sent.
    public var dueAt: Timestamp
    /// Until when its pushes are digested; `nil` when no limit asks for it.
    public var digestUntil: Timestamp?
    /// The windows that it counts in.
    public var reservations: [Reservation]

    /// A limit with what it counts together for one trigger.
    public struct Scope: Sendable, Equatable {
        /// The limit.
        public var limit: SenderLimit
        /// Whose triggers count together: an organisation or an actor.
        public var key: String
        /// The zone whose calendar its windows are cut from.
        public var zone: Zone

        /// Applies a limit to an organisation or an actor.
        public init(limit: SenderLimit, key: String, zone: Zone) {
            self.limit = limit
            self.key = key
            self.zone = zone
        }
    }

    /// A window that a trigger counts in.
    public struct Reservation: Sendable, Equatable {
        /// The limit.
        public var limit: SenderLimit
        /// Whose triggers count together.
        public var key: String
        /// The window.
        public var window: CalendarWindow
    }

    /// A limit that has no quota left, and queues nothing.
    public struct Refusal: Sendable, Equatable, Error {
        /// The limit.
        public var limit: SenderLimit
        /// Whose triggers count together.
        public var key: String
        /// When the window ends that is full.
        public var resetsAt: Timestamp
        /// The zone whose calendar the window is cut from.
        public var zone: Zone
    }
}

extension QuotaPlan {
    /// Asks every limit until all agree on one instant.
    ///
    /// A limit that queues moves the trigger to a later window, which the other limits have to agree to; it looks ahead
    /// so many windows, and then refuses.
    /// - Parameters:
    ///   - dueAt: when the trigger is to be sent.
    ///   - scopes: the limits of its type.
    ///   - used: how many triggers count in a window of a scope.
    /// - Returns: the plan, or the limit that refuses the trigger.
    /// - Throws: what `used` throws.
    public static func make<Failure>(
        dueAt: Timestamp,
        scopes: [Scope],
        used: (Scope, CalendarWindow) throws(Failure) -> Int
    ) throws(Failure) -> Result<QuotaPlan, Refusal> {
        var plan = QuotaPlan(dueAt: dueAt, digestUntil: nil, reservations: [])
        for _ in 0..<SenderLimit.farthestWindow {
            switch try plan.ask(scopes, used: used) {
            case .agreed: return .success(plan)
            case .moved(let later): plan = QuotaPlan(dueAt: later, digestUntil: nil, reservations: [])
            case .refused(let refusal): return .failure(refusal)
            }
        }
        guard let first = scopes.first else { return .success(plan) }
        return .failure(Refusal(limit: first.limit, key: first.key, resetsAt: plan.dueAt, zone: first.zone))
    }

    private enum Answer {
        case agreed
        case moved(Timestamp)
        case refused(Refusal)
    }

    /// Asks every limit about the plan's instant.
    private mutating func ask<Failure>(
        _ scopes: [Scope],
        used: (Scope, CalendarWindow) throws(Failure) -> Int
    ) throws(Failure) -> Answer {
        for scope in scopes {
            let ruling = try scope.limit.ruling(at: dueAt, in: scope.zone.rules) { (window) throws(Failure) in
                try used(scope, window)
            }
            switch ruling {
            case .room(let window):
                reservations.append(Reservation(limit: scope.limit, key: scope.key, window: window))
            case .digest(let window): digestUntil = max(digestUntil ?? window.end, window.end)
            case .refuse(let window):
                return .refused(
                    Refusal(limit: scope.limit, key: scope.key, resetsAt: window.end, zone: scope.zone)
                )
            case .later(let window): return .moved(window.start)
            }
        }
        return .agreed
    }
}

/// The windows of sender limits that a trigger is to count in.
public struct QuotaReservation: Sendable, Equatable {
    /// The windows.
    public var reservations: [QuotaPlan.Reservation]
    /// When the trigger was accepted: counts that expired before are deleted on the way.
    public var acceptedAt: Timestamp

    /// Reserves quota in windows.
    public init(reservations: [QuotaPlan.Reservation], acceptedAt: Timestamp) {
        self.reservations = reservations
        self.acceptedAt = acceptedAt
    }
}
