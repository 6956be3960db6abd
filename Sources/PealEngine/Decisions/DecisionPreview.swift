public import PealCore
public import PealStore

/// Decides without storing anything: what a trigger would do now (`?dryRun=true`).
public struct DecisionPreview: Sendable {
    private let store: any FanOutStore & DirectoryStore
    private let decider: PageDecider
    private let now: @Sendable () -> Timestamp

    /// How many recipients a preview decides at most.
    public static let limit = 500

    /// What would be decided.
    public struct Answer: Sendable {
        /// One decision a recipient, by user, with the zone that the recipient reads times in.
        public var decisions: [(user: UserID, decision: Decision, content: NotificationContent, zone: Zone)]
        /// Whether there are more recipients than a preview decides.
        public var isTruncated: Bool
        /// When it would be sent: its own time, or when a sender limit has quota for it.
        public var dueAt: Timestamp
        /// Until when a sender limit would digest its pushes.
        public var digestedUntil: Timestamp?
        /// Whether it would wait for its time.
        public var isScheduled: Bool
        /// What the backend would be told about it.
        public var warnings: [RequestWarning] = []
    }

    /// Wires the preview.
    public init(store: any FanOutStore & DirectoryStore, decider: PageDecider, now: @escaping @Sendable () -> Timestamp)
    {
        self.store = store
        self.decider = decider
        self.now = now
    }

    func run(_ trigger: Trigger, catalog: Catalog, entities: [EntityPatch]) async throws -> Answer {
        var trigger = trigger
        let stored: Entity? =
            if let ref = trigger.entity { try await store.entity(ref, app: trigger.app) } else { nil }
        let patch = entities.first { $0.ref == trigger.entity }
        // Entities that would be upserted with the trigger count as if they were.
        if case .owner = trigger.audience, let patch, patch.ownerID != .keep {
            trigger.audience = .users([patch.ownerID.value].compactMap(\.self))
        }
        let rules = try decider.rules(for: trigger)
        let pending = PendingTrigger(
            trigger: trigger,
            sealedData: [],
            parent: (patch?.parent ?? .keep).merged(into: stored?.parent),
            cursor: nil
        )
        let page = try await store.recipients(of: pending, ownedTypes: rules.type.ownedTypes, limit: Self.limit)
        var histories = PushHistories()
        let instant = now()
        if rules.looksBack(trigger) {
            var needs = HistoryNeeds()
            needs.add(rules.type)
            let users = Set(page.recipients.map(\.userID))
            try await histories.read(users, app: trigger.app, needs: needs, from: store, now: instant)
        }
        let decided = decider.decide(
            page.recipients,
            of: trigger,
            parent: pending.parent,
            rules: rules,
            histories: &histories,
            now: instant
        )
        let zones = Dictionary(
            page.recipients.map { ($0.userID, decider.zone(of: $0, in: rules.policy)) },
            uniquingKeysWith: { first, _ in first }
        )
        return Answer(
            decisions: decided.map { recipient in
                let made = recipient.notification
                return (made.userID, made.decision, recipient.content, zones[made.userID] ?? .utc)
            },
            isTruncated: !page.isLast,
            dueAt: trigger.dueAt,
            digestedUntil: trigger.digestUntil,
            isScheduled: trigger.dueAt > instant
        )
    }
}
