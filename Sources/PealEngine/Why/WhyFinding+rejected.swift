import PealCore

extension WhyFinding {
    /// What was rejected, or a duplicate, in a sentence.
    init(_ rejected: RejectedRequests, now: Timestamp) {
        switch rejected.cause {
        case .limit: self.init("trigger-refused", Self.sentence(rejected, now: now) + ".", rejected: rejected)
        case .duplicate(let first):
            let what =
                rejected.count == 1
                ? "A second request at \(rejected.firstAt.rfc3339) was answered as a duplicate"
                : "\(rejected.count) more requests, the first at \(rejected.firstAt.rfc3339) and the last at "
                    + "\(rejected.lastAt.rfc3339), were answered as duplicates"
            self.init("trigger-duplicate", "\(what) of \(first).", rejected: rejected)
        }
    }

    /// What a limit rejected: who, when, and when there is quota again.
    static func sentence(_ rejected: RejectedRequests, now: Timestamp) -> String {
        guard case .limit(let id, let scope, let resetsAt) = rejected.cause else { return "" }
        let whose = scope.isEmpty ? "" : " for \(scope)"
        let what =
            rejected.count == 1
            ? "one trigger of \(rejected.type) was rejected by the limit \(id)\(whose) at \(rejected.firstAt.rfc3339)"
            : "\(rejected.count) triggers of \(rejected.type) were rejected by the limit \(id)\(whose), the first at "
                + "\(rejected.firstAt.rfc3339) and the last at \(rejected.lastAt.rfc3339)"
        return "\(what); the quota \(resetsAt > now ? "resets" : "was reset") at \(resetsAt.rfc3339)"
    }
}
