/// What the firings of one entity are planned from.
public struct ScheduleFacts: Sendable, Equatable {
    /// The entity's name.
    public var ref: EntityRef
    /// The entity as it is stored; `nil` when there is none.
    public var entity: Entity?
    /// Its firings, the latest time first; at most ``limit``.
    public var firings: [FiringRecord]

    /// Firings of one entity that are looked at: what lies further back was looked at by earlier changes.
    public static let limit = 500

    /// Joins the parts.
    public init(ref: EntityRef, entity: Entity?, firings: [FiringRecord]) {
        self.ref = ref
        self.entity = entity
        self.firings = firings
    }
}
