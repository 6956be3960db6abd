import PealCore
import PealStore

extension AppRows {
    /// A trigger with its counts.
    func report(of row: TriggerRow) -> TriggerReport {
        var report = TriggerReport(
            id: row.key,
            type: row.trigger.type,
            entity: row.trigger.entity,
            status: .running,
            acceptedAt: row.trigger.acceptedAt,
            dueAt: row.trigger.dueAt,
            recipients: 0,
            verdicts: [:],
            heldPushes: 0,
            suppressed: [:],
            deliveries: [:]
        )
        for notification in notifications.rows(in: .trigger(row.key)) { count(notification, in: &report) }
        report.status = TriggerMachine.status(
            row.state,
            isDelayed: row.trigger.dueAt > row.trigger.acceptedAt,
            open: report.heldPushes + report.digestedPushes + report.deliveries[.pending, default: 0]
        )
        return report
    }

    private func count(_ row: NotificationRow, in report: inout TriggerReport) {
        let (inApp, push) = (row.inApp, row.result)
        let decision = Decision(inApp: inApp, push: push, priority: .normal, isAlert: false, trace: Trace())
        report.recipients += 1
        report.verdicts[decision.verdict, default: 0] += 1
        if row.push == .held { report.heldPushes += 1 }
        if row.push == .digested { report.digestedPushes += 1 }
        if let reason = decision.reason { report.suppressed[reason, default: 0] += 1 }
        for delivery in deliveries.rows(in: .notification(row.id)) {
            // What is under way counts as pending: a lease changes no count.
            report.deliveries[delivery.isOpen ? .pending : delivery.state, default: 0] += 1
        }
    }
}
