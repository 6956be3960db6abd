public import PealCore

/// A change to what a user chose or muted.
public enum PreferenceUpdate: Sendable, Equatable {
    /// Stores choices, and counts opt-outs. Expects the choices to be as they were read.
    case choose(PreferencePlan)
    /// Lets pushes that wait be decided again now.
    case reevaluate(HeldReevaluation)
    /// Stores a mute in place of one of the same scope, and deletes those that have ended. Expects fewer than a limit of
    /// other scopes.
    case mute(Mute, limit: Int)
    /// Deletes a mute. Expects it to be there.
    case unmute(MuteID)
}
