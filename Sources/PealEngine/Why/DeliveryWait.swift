public import PealCore

/// What a delivery that has not gone waits for.
public struct DeliveryWait: Sendable, Equatable {
    /// `lane-paused`, `throttled`, `lane-closed`, `order`, `quiet-hours`, `retry`, `answer` or `turn`.
    public var cause: String
    /// Until when, where that is known.
    public var until: Timestamp?
    /// The same in a sentence.
    public var detail: String
    /// The push that it waits behind, for `order`.
    public var behind: Behind?

    /// An earlier push about the same entity, which is tried again first.
    public struct Behind: Sendable, Equatable {
        /// Its trigger.
        public var trigger: TriggerID
        /// Its notification.
        public var notification: NotificationID
    }

    /// Looks at a delivery, its queue and the retry that it waits behind; `nil` when it waits for nothing.
    static func of(
        _ report: DeliveryReport,
        priority: Priority,
        hold: QueuePause?,
        behind: PushNeighbours.Earlier? = nil,
        now: Timestamp
    ) -> DeliveryWait? {
        let name = report.provider.rawValue
        switch report.state {
        case .sending:
            return DeliveryWait(cause: "answer", detail: "It is being sent: \(name) has not answered yet.")
        case .pending: break
        case .accepted, .failed, .unknown, .expired, .cancelled: return nil
        }
        if let hold, hold.pausesCritical || priority != .critical { return held(by: hold, name) }
        if let behind, report.attempts.isEmpty || report.dueAt.map({ $0 <= behind.dueAt }) ?? true {
            return waiting(behind, now: now)
        }
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

    private static func waiting(_ earlier: PushNeighbours.Earlier, now: Timestamp) -> DeliveryWait {
        let until = earlier.isSending || earlier.dueAt <= now ? nil : earlier.dueAt
        let retry = until.map { "is tried again at \($0.rfc3339)" } ?? "is being tried again"
        let push = "\(earlier.notification) of trigger \(earlier.trigger)"
        return DeliveryWait(
            cause: "order",
            until: until,
            detail: "It waits behind \(push), an earlier push about the same entity, which \(retry).",
            behind: Behind(trigger: earlier.trigger, notification: earlier.notification)
        )
    }

    private static func held(by hold: QueuePause, _ name: String) -> DeliveryWait {
        guard let until = hold.until else {
            return DeliveryWait(cause: "lane-paused", detail: "An operator paused \(name) for this app.")
        }
        guard hold.pausesCritical else {
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
