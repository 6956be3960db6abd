/// A page that Peal serves for users of an app.
public enum HostedPage: String, Sendable, CaseIterable {
    case preferences, inbox, eta
}
