import PealCore
import PealStore

/// How `peal queues` writes the state of a queue.
enum QueueText {
    static func state(_ record: QueueRecord?, in zone: Zone = .terminal, now: Timestamp) -> String {
        QueueCondition.words(record?.conditions(now: now) ?? []) { time($0, in: zone, now: now) }
    }

    /// The time in a zone, with the date where it is another day.
    private static func time(_ instant: Timestamp, in zone: Zone, now: Timestamp) -> String {
        let here = zone.rules.local(at: instant)
        let time = here.description.dropFirst(11)
        return here.date == zone.rules.local(at: now).date ? "\(time)" : "\(here.date) \(time)"
    }
}
