/// A change to what a user chose or muted.
public enum PreferenceUpdate: Sendable, Equatable {
    /// Stores choices, and counts opt-outs. Expects the choices to be as they were read.
    case choose(PreferencePlan)
    /// Lets pushes that wait be decided again now. Expects what waits to be as it was read.
    case reevaluate(HeldReevaluation)
    /// Stores a mute and deletes others. Expects the mutes to be as they were read.
    case mute(MutePlan)
    /// Deletes a mute. Expects it to be there.
    case unmute(MuteID)
}
