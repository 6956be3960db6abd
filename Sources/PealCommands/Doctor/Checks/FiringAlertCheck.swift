import PealCore

/// Checks whether an alert has fired and is not resolved, in the words of its messages.
struct FiringAlertCheck {
    var zone = Zone.terminal

    /// A line for each such alert, in the order of apps and rules.
    func run(_ alerts: [AppID: [Alert]]) -> [DoctorFinding] {
        alerts.sorted { $0.key < $1.key }.flatMap { app, alerts in
            alerts.filter { $0.isFiring && !$0.key.isTest && !Self.isSaidElsewhere($0.key.rule) }.map { alert in
                let since = alert.firedAt.map { ", since \(zone.text(of: $0))" } ?? ""
                return .warn(.alerts, "\(alert.key.rule.rawValue) of \(app) has fired\(since): \(alert.advice)")
            }
        }
    }

    /// The states of queues and the clock have checks of their own, which say more.
    private static func isSaidElsewhere(_ rule: AlertRule) -> Bool {
        switch rule {
        case .breakerOpen, .invalidTokens, .clock: true
        case .deliveryErrors, .malformedTriggers, .malformedPayloads, .backlogAge, .deviceSweep, .criticalUnreached,
            .reachability, .deliveryRate, .deliveryLatency, .etaLatency, .openRate, .quickReplyUse:
            false
        }
    }
}
