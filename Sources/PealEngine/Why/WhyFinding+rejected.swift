import PealCore

extension WhyFinding {
    /// What was rejected, or a duplicate, in a sentence.
    init(_ rejected: RejectedRequests, _ zone: Zone, now: Timestamp) {
        switch rejected.cause {
        case .limit: self.init("trigger-refused", Self.sentence(rejected, zone, now: now) + ".", rejected: rejected)
        case .duplicate(let first):
            let what =
                rejected.count == 1
                ? "A second request at \(zone.text(of: rejected.firstAt)) was answered as a duplicate"
                : "\(rejected.count) more requests, the first at \(zone.text(of: rejected.firstAt)) and the last at "
                    + "\(zone.text(of: rejected.lastAt)), were answered as duplicates"
            self.init("trigger-duplicate", "\(what) of \(first).", rejected: rejected)
        }
    }

    /// What a limit rejected: who, when, and when there is quota again.
    static func sentence(_ rejected: RejectedRequests, _ zone: Zone, now: Timestamp) -> String {
        guard case .limit(let id, let scope, let resetsAt) = rejected.cause else { return "" }
        let whose = scope.isEmpty ? "" : " for \(scope)"
        let what =
            rejected.count == 1
            ? "one trigger of \(rejected.type) was rejected by the limit \(id)\(whose) at \(zone.text(of: rejected.firstAt))"
            : "\(rejected.count) triggers of \(rejected.type) were rejected by the limit \(id)\(whose), the first at "
                + "\(zone.text(of: rejected.firstAt)) and the last at \(zone.text(of: rejected.lastAt))"
        return "\(what); the quota \(resetsAt > now ? "resets" : "was reset") at \(zone.text(of: resetsAt))"
    }
}
