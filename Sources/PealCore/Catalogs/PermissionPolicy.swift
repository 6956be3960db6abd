/// When and with what words clients ask for permission (C03).
public struct PermissionPolicy: Sendable, Equatable {
    /// When the system's prompt is shown.
    public var strategy: Strategy
    /// The least time between two soft prompts.
    public var softPromptEvery: Duration
    /// The routes on which a user who said no is asked again; empty leaves it to the app.
    public var softPromptRoutes: [String]
    /// The explanation that comes with the system's prompt, per locale.
    public var prompt: LocalizedText?
    /// The words of the soft prompt, which leads to the device's settings, per locale.
    public var softPrompt: LocalizedText?

    /// When the system's prompt is shown.
    public enum Strategy: Sendable, Equatable {
        /// At the first start of the app.
        case firstLaunch
        /// When the user has signed in.
        case afterSignIn
        /// When the user has done what this names, for the first time.
        case afterMilestone(String)

        /// The word that clients read.
        public var word: String {
            switch self {
            case .firstLaunch: "firstLaunch"
            case .afterSignIn: "afterSignIn"
            case .afterMilestone: "afterMilestone"
            }
        }

        /// What the user has to have done.
        public var milestone: String? { if case .afterMilestone(let name) = self { name } else { nil } }
    }

    /// What an app gets that sets none: asked at the first start, and at most once in 30 days after that.
    public static let standard = PermissionPolicy(strategy: .firstLaunch, softPromptEvery: .seconds(30 * 86_400))

    /// Sets every part.
    public init(
        strategy: Strategy,
        softPromptEvery: Duration,
        softPromptRoutes: [String] = [],
        prompt: LocalizedText? = nil,
        softPrompt: LocalizedText? = nil
    ) {
        self.strategy = strategy
        self.softPromptEvery = softPromptEvery
        self.softPromptRoutes = softPromptRoutes
        self.prompt = prompt
        self.softPrompt = softPrompt
    }
}
