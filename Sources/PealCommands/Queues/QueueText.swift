import PealCore
import PealStore

/// How `peal queues` writes the state of a queue.
enum QueueText {
    static func state(_ record: QueueRecord?, now: Timestamp) -> String {
        QueueCondition.words(record?.conditions(now: now) ?? []) { time($0, now: now) }
    }

    /// The time in UTC, with the date where it is another day.
    static func time(_ instant: Timestamp, now: Timestamp) -> String {
        let (date, time) = (instant.rfc3339.prefix(10), instant.rfc3339.dropFirst(11).prefix(8))
        return date == now.rfc3339.prefix(10) ? "\(time)" : "\(date) \(time)"
    }
}
