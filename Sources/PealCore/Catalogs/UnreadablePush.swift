/// What a browser that withdraws the permission otherwise shows for a push that it cannot read.
public enum UnreadablePush: Sendable, Equatable {
    /// The client's own words, in its language.
    case standard
    /// Nothing: the browser takes the permission away after some of them.
    case none
    /// A text, in which `{{app}}` stands for the app's name.
    case text(LocalizedText)

    /// The variable that a text may have.
    public static let variable = "{{app}}"
}
