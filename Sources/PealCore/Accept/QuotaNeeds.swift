/// What has to be read before sender limits can be asked.
public struct QuotaNeeds: Sendable, Equatable {
    /// Entities, each with its ancestors.
    public var entities: Set<EntityRef> = []
    /// Windows of limits that begin after an instant.
    public var windows: [QuotaWindows: Timestamp] = [:]

    /// Nothing has to be read.
    public init() {}

    /// Whether nothing has to be read.
    public var isEmpty: Bool { entities.isEmpty && windows.isEmpty }

    mutating func add(_ other: QuotaNeeds) {
        entities.formUnion(other.entities)
        windows.merge(other.windows) { min($0, $1) }
    }
}
