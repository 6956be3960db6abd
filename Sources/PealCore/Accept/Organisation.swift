/// Whose triggers an organisation's sender limits count together: the outermost ancestor of a trigger's entity (R160).
public struct Organisation: Sendable, Equatable {
    /// The entity; `nil` for a trigger without one, which counts for the app as a whole.
    public private(set) var root: EntityRef?
    /// The zone of the entity by its IANA name; `nil` when it has none.
    public private(set) var timeZone: String?

    /// What an entity says about its organisation.
    public struct Facts: Sendable, Equatable {
        /// The entity's parent.
        public var parent: EntityRef?
        /// The entity's zone.
        public var timeZone: String?

        /// States both.
        public init(parent: EntityRef?, timeZone: String?) {
            self.parent = parent
            self.timeZone = timeZone
        }
    }

    /// Names the entity; empty without one.
    public var key: String { root?.description ?? "" }

    /// Ancestors that are followed; one further up counts as the outermost.
    private static let depth = 8

    /// Follows the ancestors of an entity.
    /// - Parameters:
    ///   - entity: what the trigger is about.
    ///   - facts: reads an entity; `nil` for an unknown one.
    /// - Throws: what `facts` throws.
    public init<Failure>(of entity: EntityRef?, facts: (EntityRef) throws(Failure) -> Facts?) throws(Failure) {
        var next = entity
        for _ in 0...Self.depth {
            guard let ref = next else { return }
            let found = try facts(ref)
            root = ref
            timeZone = found?.timeZone
            next = found?.parent
        }
    }
}

extension SenderLimit {
    /// The limit for one trigger, with whose triggers count together and the zone that counts.
    /// - Parameters:
    ///   - trigger: the trigger.
    ///   - organisation: its organisation.
    ///   - appZone: the app's zone, which stands in for an unknown one.
    ///   - zone: a zone by its name; `nil` for an unknown name.
    /// - Returns: the limit as it applies to the trigger.
    public func scope(
        for trigger: Trigger,
        organisation: Organisation,
        appZone: Zone,
        zone: (String) -> Zone?
    ) -> QuotaPlan.Scope {
        let counting: Zone =
            switch self.zone {
            case .app: appZone
            case .org: organisation.timeZone.flatMap(zone) ?? appZone
            case .named(let name): zone(name) ?? appZone
            }
        let key = scope == .org ? organisation.key : trigger.actor?.id?.rawValue ?? ""
        return QuotaPlan.Scope(limit: self, key: key, zone: counting)
    }
}
