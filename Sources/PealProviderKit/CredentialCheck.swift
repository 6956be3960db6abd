/// What a push service says of an app's credentials.
public enum CredentialCheck: Sendable, Equatable {
    /// It takes them.
    case accepted
    /// It refuses them; its reason.
    case refused(reason: String)
    /// It could not be asked; why.
    case unreachable(reason: String)
    /// They can only be looked at here, and look right.
    case plausible
}
