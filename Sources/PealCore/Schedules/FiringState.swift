/// Where the firing of a scheduled type stands: one for each entity and time.
public enum FiringState: String, Sendable, CaseIterable {
    /// It will fire.
    case waiting
    /// It made a trigger.
    case fired
    /// It was too late, or a limit kept it out.
    case skipped
    /// It made no valid trigger; a change of the entity plans it again.
    case failed
    /// The entity asks for it no longer.
    case cancelled
}
