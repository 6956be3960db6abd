import PealCore
import PealStore

extension WhyFinding {
    /// What intake turned away, in a sentence.
    init(_ turned: TurnedAway, now: Timestamp) {
        switch turned.cause {
        case .limit: self.init("trigger-refused", Self.sentence(turned, now: now) + ".", turnedAway: turned)
        case .duplicate(let first):
            let what =
                turned.count == 1
                ? "A second request at \(turned.firstAt.rfc3339) was answered as a duplicate"
                : "\(turned.count) more requests, the first at \(turned.firstAt.rfc3339) and the last at "
                    + "\(turned.lastAt.rfc3339), were answered as duplicates"
            self.init("trigger-duplicate", "\(what) of \(first).", turnedAway: turned)
        }
    }

    /// What a limit refused: who, when, and when there is room again.
    static func sentence(_ turned: TurnedAway, now: Timestamp) -> String {
        guard case .limit(let id, let scope, let resetsAt) = turned.cause else { return "" }
        let whose = scope.isEmpty ? "" : " for \(scope)"
        let what =
            turned.count == 1
            ? "one trigger of \(turned.type) was rejected by the limit \(id)\(whose) at \(turned.firstAt.rfc3339)"
            : "\(turned.count) triggers of \(turned.type) were rejected by the limit \(id)\(whose), the first at "
                + "\(turned.firstAt.rfc3339) and the last at \(turned.lastAt.rfc3339)"
        return "\(what); the quota \(resetsAt > now ? "resets" : "was reset") at \(resetsAt.rfc3339)"
    }
}
