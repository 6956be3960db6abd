import PealCore

/// The labels under which what was decided about pushes is counted.
struct PushDecisions: Hashable {
    static let name = "peal_push_decisions_total"
    static let help = "Pushes by what was decided about them first, and by the reason of those that are not sent."

    var app: AppID
    var outcome: String
    var reason: String

    /// Labels of a decision.
    init(_ push: PushResult, app: AppID) {
        self.app = app
        switch push {
        case .send: (outcome, reason) = ("sent", "")
        case .hold: (outcome, reason) = ("held", "")
        case .digest: (outcome, reason) = ("digested", "")
        case .suppress(let why): (outcome, reason) = ("suppressed", why.rawValue)
        }
    }

    var labels: [(String, String)] { [("app", "\(app)"), ("outcome", outcome), ("reason", reason)] }
}
