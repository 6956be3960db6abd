/// What else a user gets about the entity of a push.
public struct PushNeighbours: Sendable, Equatable {
    /// An earlier push to the same device that has not ended.
    public struct Earlier: Sendable, Equatable {
        /// Its trigger.
        public var trigger: TriggerID
        /// Its notification.
        public var notification: NotificationID
        /// Whether it is being sent.
        public var isSending: Bool
        /// When it may be sent.
        public var dueAt: Timestamp
        /// Whether there was an attempt before.
        public var isRetry: Bool

        /// Joins the parts.
        public init(
            trigger: TriggerID,
            notification: NotificationID,
            isSending: Bool,
            dueAt: Timestamp,
            isRetry: Bool
        ) {
            self.trigger = trigger
            self.notification = notification
            self.isSending = isSending
            self.dueAt = dueAt
            self.isRetry = isRetry
        }
    }

    /// A later notification.
    public struct Later: Sendable, Equatable {
        /// Its type.
        public var type: TypeID
        /// What has become of its push.
        public var push: PushState

        /// Joins both.
        public init(type: TypeID, push: PushState) {
            self.type = type
            self.push = push
        }
    }

    /// The earlier ones.
    public var earlier: [Earlier]
    /// The later ones.
    public var later: [Later]

    /// Joins both.
    public init(earlier: [Earlier] = [], later: [Later] = []) {
        self.earlier = earlier
        self.later = later
    }
}

extension PushNeighbours {
    /// How long a push waits before it looks again whether an attempt that is under way has ended.
    static let answerTime = Duration.seconds(1)
    /// How long before its expiry a push waits for nothing more.
    static let lastChance = Duration.seconds(10)

    /// What becomes of a leased push.
    ///
    /// A retry of an earlier one goes first, as long as this one does not expire meanwhile; both arrive. What was not tried yet
    /// leaves in the order of the queue anyway.
    /// - Parameters:
    ///   - type: its type.
    ///   - rules: what the catalog says.
    ///   - expiresAt: when it is no longer worth sending.
    ///   - now: the instant.
    /// - Returns: the ruling.
    public func ruling(
        for type: TypeID,
        by rules: OrderRules,
        expiresAt: Timestamp,
        at now: Timestamp
    ) -> DeliveryMachine.Reevaluation {
        if let superseding = rules.superseding[type],
            later.contains(where: { superseding.contains($0.type) && $0.push != .suppressed })
        {
            return .end(.superseded)
        }
        guard let retry = retry(before: type, by: rules, expiresAt: expiresAt, at: now) else { return .go }
        return .wait(until: min(max(retry.end(at: now), now + Self.answerTime), expiresAt - Self.lastChance))
    }

    /// The retry that a push waits behind: of several, the one that is tried last.
    /// - Parameters:
    ///   - type: the type of the push.
    ///   - rules: what the catalog says.
    ///   - expiresAt: when it is no longer worth sending.
    ///   - now: the instant.
    /// - Returns: the earlier push; `nil` when it waits behind none.
    public func retry(before type: TypeID, by rules: OrderRules, expiresAt: Timestamp, at now: Timestamp) -> Earlier? {
        guard rules.ordered.contains(type), now < expiresAt - Self.lastChance else { return nil }
        return earlier.filter(\.isRetry).max { ($0.end(at: now), $0.notification) < ($1.end(at: now), $1.notification) }
    }
}

extension PushNeighbours.Earlier {
    /// Until when another push waits for it.
    fileprivate func end(at now: Timestamp) -> Timestamp { isSending ? now : dueAt }
}

/// What a catalog says about the order of pushes about one entity.
public struct OrderRules: Sendable, Equatable {
    /// Types that wait behind retries.
    public private(set) var ordered: Set<TypeID>
    /// For each type that can be out of date, the types that make it so.
    public private(set) var superseding: [TypeID: Set<TypeID>]

    /// States the rules.
    public init(ordered: Set<TypeID> = [], superseding: [TypeID: Set<TypeID>] = [:]) {
        self.ordered = ordered
        self.superseding = superseding
    }

    /// Reads a catalog.
    public init(_ catalog: Catalog) {
        self.init()
        // By index: a closure over whole elements would copy each of them on the way.
        for index in catalog.types.indices {
            if catalog.types[index].isOrdered { ordered.insert(catalog.types[index].id) }
            for type in catalog.types[index].supersedes {
                superseding[type, default: []].insert(catalog.types[index].id)
            }
        }
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { ordered.isEmpty && superseding.isEmpty }
}
