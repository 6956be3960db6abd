import PealCore
import PealStore

/// How `peal queues` writes the state of a queue.
enum QueueText {
    static func state(_ record: QueueRecord?) -> String {
        var words: [String] = []
        if let at = record?.pausedAt { words.append("paused since \(at.rfc3339)") }
        if let at = record?.invalidationBreakerOpenSince {
            words.append("token-invalidation breaker open since \(at.rfc3339)")
        }
        return words.isEmpty ? "open" : words.joined(separator: ", ")
    }
}
