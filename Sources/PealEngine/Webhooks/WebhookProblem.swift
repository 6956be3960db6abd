/// Why a webhook is not put.
public enum WebhookProblem: Error, Sendable, Equatable {
    /// The URL may not be called; why.
    case url(String)
    /// Another webhook of the app has the URL.
    case taken
    /// The app has as many as it may have.
    case tooMany
}
