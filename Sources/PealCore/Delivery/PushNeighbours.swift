/// What else a user gets about the entity of a push.
public struct PushNeighbours: Sendable, Equatable {
    /// An earlier push to the same device that has not ended.
    public struct Earlier: Sendable, Equatable {
        /// Whether it is being sent.
        public var isSending: Bool
        /// When it may be sent.
        public var dueAt: Timestamp
        /// Whether there was an attempt before.
        public var isRetry: Bool

        /// Joins the parts.
        public init(isSending: Bool, dueAt: Timestamp, isRetry: Bool) {
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
        let lastChance = expiresAt - Self.lastChance
        guard rules.ordered.contains(type), now < lastChance else { return .go }
        let waits = earlier.filter(\.isRetry).map { $0.isSending ? now : $0.dueAt }.max()
        return waits.map { .wait(until: min(max($0, now + Self.answerTime), lastChance)) } ?? .go
    }
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
