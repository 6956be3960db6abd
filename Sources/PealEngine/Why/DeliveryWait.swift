public import PealCore
import PealStore

/// What a delivery that has not gone waits for.
public struct DeliveryWait: Sendable, Equatable {
    /// `lane-paused`, `throttled`, `lane-closed`, `quiet-hours`, `retry`, `answer` or `turn`.
    public var cause: String
    /// Until when, where that is known.
    public var until: Timestamp?
    /// The same in a sentence.
    public var detail: String

    /// Looks at a delivery and its lane; `nil` when it waits for nothing.
    static func of(_ report: DeliveryReport, priority: Priority, hold: LaneHold?, now: Timestamp) -> DeliveryWait? {
        let name = report.provider.rawValue
        switch report.state {
        case .sending:
            return DeliveryWait(cause: "answer", detail: "It is being sent: \(name) has not answered yet.")
        case .pending: break
        case .accepted, .failed, .unknown, .expired, .cancelled: return nil
        }
        if let hold, hold.holdsCritical || priority != .critical { return held(by: hold, name) }
        let failures = report.attempts.count
        if let due = report.dueAt, due > now {
            if report.reason == .quietHours {
                let detail = "Quiet hours began before it was sent: it waits until \(due.rfc3339)."
                return DeliveryWait(cause: Reason.quietHours.rawValue, until: due, detail: detail)
            }
            let after = failures == 0 ? "It is due" : "Attempt \(failures) failed: tried again"
            return DeliveryWait(cause: "retry", until: due, detail: "\(after) at \(due.rfc3339).")
        }
        return DeliveryWait(cause: "turn", detail: "It waits in the queue of \(name).")
    }

    private static func held(by hold: LaneHold, _ name: String) -> DeliveryWait {
        guard let until = hold.until else {
            return DeliveryWait(cause: "lane-paused", detail: "An operator paused \(name) for this app.")
        }
        guard hold.holdsCritical else {
            return DeliveryWait(
                cause: "lane-closed",
                until: until,
                detail: "\(name) keeps failing or its rate is used up: tried again at \(until.rfc3339)."
            )
        }
        return DeliveryWait(
            cause: "throttled",
            until: until,
            detail: "\(name) asked this app to slow down until \(until.rfc3339)."
        )
    }
}
