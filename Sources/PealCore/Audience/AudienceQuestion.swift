/// What an acceptance asks about an audience: whether it has recipients now (R058).
///
/// The answer looks at few rows, however large the audience is.
public struct AudienceQuestion: Sendable, Hashable {
    /// The audience.
    public var audience: Audience
    /// What the trigger is about.
    public var entity: EntityRef?
    /// The parent that the entity gets with the trigger; without one the stored parent counts.
    public var parent: EntityRef?
    /// The owner that the entity gets with the trigger; without one the stored owner counts.
    public var owner: UserID?

    /// Members that are looked at; whether there are recipients behind them is left open.
    public static let memberLimit = 1_000
    /// Recipients that are looked up as users, and named in a warning.
    public static let userLimit = 10

    /// Asks about an audience.
    public init(_ audience: Audience, entity: EntityRef?, parent: EntityRef? = nil, owner: UserID? = nil) {
        self.audience = audience
        self.entity = entity
        self.parent = parent
        self.owner = owner
    }

    /// The entity that a selector names.
    /// - Parameters:
    ///   - selector: the selector.
    ///   - stored: the stored parent of the trigger's entity.
    /// - Returns: the entity; `nil` when there is none.
    public func resolve(_ selector: EntitySelector, stored: EntityRef?) -> EntityRef? {
        switch selector {
        case .itself: entity
        case .parent: parent ?? stored
        case .named(let ref): ref
        }
    }
}
