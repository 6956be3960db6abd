/// When a type fires by itself: at a time that entities carry, moved by an offset (R034, R053, R066).
public struct ScheduleRule: Sendable, Equatable {
    /// The type that fires.
    public var type: TypeID
    /// The entity type whose times it follows.
    public var entity: EntityTypeID
    /// The name of the time.
    public var time: String
    /// How much later than the time it fires; negative is before.
    public var offset: Duration
    /// The time that ends it: it fires only before; `nil` is none.
    public var until: String?
    /// Statuses in which it fires; empty is any, and an entity that has never had a status is in all of them.
    public var statuses: [String]
    /// Statuses in which it does not fire.
    public var exceptStatuses: [String]
    /// How far a time that has fired has to move before those who were reminded of it are reminded again.
    public var again: Duration
    /// Where variables come from, by variable; others come from what is named like them.
    public var sources: [String: String]

    /// What becomes of a time that is reached after the type's life has passed, because the server did not run.
    public var late: Late

    /// What becomes of a firing that has expired before it could fire.
    public enum Late: Sendable, Equatable {
        /// It is not sent.
        case skip
        /// It is sent all the same, and lives from then on.
        ///
        /// A time that had expired when the entity got it is not sent: who brings in old entities reminds nobody.
        case send(life: Duration)
    }

    /// ``again`` of a rule that does not say.
    public static let usualAgain = Duration.seconds(1_800)

    /// What stands for the status in ``sources``.
    public static let statusSource = "status"

    /// Sets a rule.
    public init(
        type: TypeID,
        entity: EntityTypeID,
        time: String,
        offset: Duration,
        until: String? = nil,
        statuses: [String] = [],
        exceptStatuses: [String] = [],
        again: Duration = usualAgain,
        sources: [String: String] = [:],
        late: Late = .skip
    ) {
        self.type = type
        self.entity = entity
        self.time = time
        self.offset = offset
        self.until = until
        self.statuses = statuses
        self.exceptStatuses = exceptStatuses
        self.again = again
        self.sources = sources
        self.late = late
    }
}

extension ScheduleRule {
    /// A firing that an entity asks for.
    public struct Plan: Sendable, Equatable {
        /// The entity's time.
        public var time: Timestamp
        /// When the type fires.
        public var dueAt: Timestamp
    }

    /// Why an entity asks for no firing.
    public enum Absence: String, Sendable, Error {
        /// It does not carry the time.
        case noTime = "no-time"
        /// Its status is not one in which the type fires.
        case status
        /// It ends before.
        case ended
    }

    /// What an entity of the rule's type asks for.
    /// - Throws: ``Absence`` when that is nothing.
    public func plan(for entity: Entity) throws(Absence) -> Plan {
        guard let time = entity.times[self.time] else { throw .noTime }
        if let status = entity.status {
            let fires = (statuses.isEmpty || statuses.contains(status)) && !exceptStatuses.contains(status)
            if !fires { throw .status }
        }
        let due = time + offset
        if let until, let end = entity.times[until], end <= due { throw .ended }
        return Plan(time: time, dueAt: due)
    }

    /// The variables a firing carries, as far as the entity has them.
    public func data(of entity: Entity, for variables: [VariableDeclaration]) -> [String: JSONValue] {
        var data: [String: JSONValue] = [:]
        for variable in variables {
            for source in [sources[variable.name], variable.name].compactMap({ $0 }) {
                guard let value = entity.value(named: source) else { continue }
                data[variable.name] = value
                break
            }
        }
        return data
    }
}
