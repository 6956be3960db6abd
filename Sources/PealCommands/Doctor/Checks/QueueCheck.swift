import PealCore
import PealStore

/// Checks whether anything keeps a queue from sending, in the words of `peal queues`.
struct QueueCheck {
    let now: Timestamp
    var zone = Zone.terminal

    /// A line for each queue that does not send as usual.
    func run(_ queues: [QueueRecord]) -> [DoctorFinding] {
        queues.sorted { $0.queue < $1.queue }.compactMap { record in
            let conditions = record.conditions(now: now)
            guard !conditions.isEmpty else { return nil }
            let words = QueueCondition.words(conditions) { zone.text(of: $0) }
            let state = "\(record.queue): \(words), as the server stored it last"
            return .warn(.queues, "\(state); \(Self.remedy(conditions))")
        }
    }

    private static func remedy(_ conditions: [QueueCondition]) -> String {
        switch conditions.first {
        case .paused?: "run `peal queues resume` to send again"
        case .tokenBreakerOpen?: "look at the service's status page, then run `peal queues trust`"
        default: "run `peal doctor --online`, and look at the service's status page"
        }
    }
}
