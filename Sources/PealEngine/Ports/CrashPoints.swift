/// Places where a test may kill the process, to show that nothing is lost or doubled there.
public struct CrashPoints: Sendable {
    /// A place between two effects.
    public enum Point: String, Sendable, CaseIterable {
        case beforeAccept = "before-accept"
        case afterAccept = "after-accept"
        case beforeFanOutCommit = "before-fan-out-commit"
        case afterFanOutCommit = "after-fan-out-commit"
        case beforeReleaseCommit = "before-release-commit"
        case afterReleaseCommit = "after-release-commit"
        case beforeWindowCommit = "before-window-commit"
        case afterWindowCommit = "after-window-commit"
        case afterClaim = "after-claim"
        case afterSend = "after-send"
        case afterRecord = "after-record"
    }

    private let handler: (@Sendable (Point) -> Void)?

    /// Calls a handler at every place.
    public init(handler: (@Sendable (Point) -> Void)? = nil) { self.handler = handler }

    /// Passes a place.
    public func pass(_ point: Point) { handler?(point) }
}
