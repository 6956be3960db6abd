/// What has to be read before acceptances can be planned.
public struct AcceptNeeds: Sendable, Equatable {
    /// Claims, by their keys.
    public var claims: Set<String> = []
    /// What sender limits ask for.
    public var quota = QuotaNeeds()
    /// Entities, with their firings.
    public var schedules: Set<EntityRef> = []
    /// A trigger that is accepted already and gets another time: its own quota does not count.
    public var moved: TriggerID?

    /// Nothing has to be read.
    public init() {}

    /// Asks for what sender limits need to give a trigger another time.
    public init(_ quota: QuotaNeeds, of moved: TriggerID) {
        self.quota = quota
        self.moved = moved
    }

    /// Whether nothing has to be read.
    public var isEmpty: Bool { claims.isEmpty && quota.isEmpty && schedules.isEmpty }

    /// Asks for what another plan needs as well.
    public mutating func add(_ other: AcceptNeeds) {
        claims.formUnion(other.claims)
        quota.add(other.quota)
        schedules.formUnion(other.schedules)
    }
}
