/// A catalog is not published, because its app requires a review that it does not have (R117).
public enum ReviewRequired: Error, Sendable {
    /// It was to be published without being a draft first.
    case notADraft
    /// The key that it came with is to publish it.
    case ownAuthor
}
