import Logging
import PealCore

/// What operators and backends receive of an alert.
struct AlertNotice: Sendable {
    /// Whether it fired or is resolved.
    var news: AlertStep.News
    /// The alert.
    var alert: Alert
    /// When.
    var at: Timestamp

    /// What the step of an alert is news of; `nil` when it is none.
    init?(_ step: AlertStep, at now: Timestamp) {
        guard let news = step.news, let alert = step.alert else { return nil }
        self.news = news
        self.alert = alert
        at = now
    }

    /// The outgoing event.
    var outgoing: OutgoingEvent {
        var data: [String: JSONValue] = [
            "rule": .string(alert.key.rule.rawValue), "value": .number(alert.shownValue),
            "threshold": .number(alert.threshold), "test": .bool(alert.key.isTest),
            "runbook": .string(alert.key.rule.runbook),
        ]
        if let firedAt = alert.firedAt { data["firedAt"] = .string(firedAt.rfc3339) }
        if !alert.key.isTest, !alert.key.subject.isEmpty { data["subject"] = .string(alert.key.subject) }
        let type: WebhookType = news == .fired ? .alertFired : .alertResolved
        return OutgoingEvent(type: type, at: at, user: nil, data: data)
    }

    /// Writes the line of the log.
    func write(to logger: Logger, app: AppID) {
        var metadata: Logger.Metadata = [
            "app": "\(app)", "rule": "\(alert.key.rule.rawValue)", "value": "\(alert.shownValue)",
            "threshold": "\(alert.threshold)", "test": "\(alert.key.isTest)", "runbook": "\(alert.key.rule.runbook)",
        ]
        if !alert.key.isTest, !alert.key.subject.isEmpty { metadata["subject"] = "\(alert.key.subject)" }
        switch news {
        case .fired: logger.error("an alert fired", metadata: metadata)
        case .resolved: logger.notice("an alert is resolved", metadata: metadata)
        }
    }
}
