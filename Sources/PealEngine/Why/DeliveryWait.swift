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
        zone: Zone = .utc,
        now: Timestamp
    ) -> DeliveryWait? {
        let name = report.provider.rawValue
        switch report.state {
        case .sending:
            return DeliveryWait(cause: "answer", detail: "It is being sent: \(name) has not answered yet.")
        case .pending: break
        case .accepted, .failed, .unknown, .expired, .cancelled: return nil
        }
        if let hold, hold.pausesCritical || priority != .critical { return held(by: hold, name, zone) }
        if let behind, report.attempts.isEmpty || report.dueAt.map({ $0 <= behind.dueAt }) ?? true {
            return waiting(behind, zone, now: now)
        }
        let failures = report.attempts.count
        if let due = report.dueAt, due > now {
            if report.reason == .quietHours {
                let detail = "Quiet hours began before it was sent: it waits until \(zone.text(of: due))."
                return DeliveryWait(cause: Reason.quietHours.rawValue, until: due, detail: detail)
            }
            let reason = report.attempts.last?.detail.map { " (\($0))" } ?? ""
            let after = failures == 0 ? "It is due" : "Attempt \(failures) failed\(reason): tried again"
            return DeliveryWait(cause: "retry", until: due, detail: "\(after) at \(zone.text(of: due)).")
        }
        return DeliveryWait(cause: "turn", detail: "It is next in the queue of \(name).")
    }

    private static func waiting(_ earlier: PushNeighbours.Earlier, _ zone: Zone, now: Timestamp) -> DeliveryWait {
        let until = earlier.isSending || earlier.dueAt <= now ? nil : earlier.dueAt
        let retry = until.map { "is tried again at \(zone.text(of: $0))" } ?? "is being tried again"
        let push = "\(earlier.notification) of trigger \(earlier.trigger)"
        return DeliveryWait(
            cause: "order",
            until: until,
            detail: "It waits behind \(push), an earlier push about the same entity, which \(retry).",
            behind: Behind(trigger: earlier.trigger, notification: earlier.notification)
        )
    }

    private static func held(by hold: QueuePause, _ name: String, _ zone: Zone) -> DeliveryWait {
        switch hold.cause {
        case .paused(let since, let by):
            return DeliveryWait(
                cause: "lane-paused",
                detail: "It waits: \(by ?? "an operator") paused \(name) for this app at \(zone.text(of: since))."
            )
        case .throttled:
            let time = hold.until.map { " until \(zone.text(of: $0))" } ?? ""
            return DeliveryWait(
                cause: "throttled",
                until: hold.until,
                detail: "It waits: \(name) asked this app to slow down\(time)."
            )
        case .breakerOpen(let opening):
            let since = "the breaker of \(name) is open since \(zone.text(of: opening.since)) (\(opening.words))"
            let probe = hold.until.map { "the next probe is at \(zone.text(of: $0))" } ?? "a probe is due now"
            return DeliveryWait(cause: "lane-closed", until: hold.until, detail: "It waits: \(since); \(probe).")
        case .rate:
            let time = hold.until.map { " Its turn is at \(zone.text(of: $0))." } ?? ""
            return DeliveryWait(
                cause: "lane-closed",
                until: hold.until,
                detail: "It waits: the rate that \(name) may be sent for this app is used up.\(time)"
            )
        }
    }
}
