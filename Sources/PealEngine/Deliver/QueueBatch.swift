package import PealCore
import PealProviderKit
package import PealStore

/// What is sent together through one queue: leased deliveries, or silent sync pushes, the most urgent first.
package struct QueueBatch<Item: Sendable>: Sendable {
    /// The app and the push service of all of them.
    package let queue: LaneKey
    /// At most as many as a provider takes at a time.
    package let items: [Item]
}

extension QueueBatch<ClaimedDelivery> {
    /// Divides leased deliveries into batches; their order is kept within each queue.
    package static func batches(of deliveries: [ClaimedDelivery]) -> [Self] { divide(deliveries, by: \.lane) }
}

extension QueueBatch<ClaimedSync> {
    /// Divides leased silent sync pushes into batches; their order is kept within each queue.
    package static func batches(of pushes: [ClaimedSync]) -> [Self] { divide(pushes, by: \.lane) }
}

extension QueueBatch {
    /// The queue of the most urgent item comes first.
    private static func divide(_ items: [Item], by queue: (Item) -> LaneKey) -> [Self] {
        guard let first = items.first.map(queue) else { return [] }
        // Most claims are of one queue.
        if items.allSatisfy({ queue($0) == first }) { return bounded(items, of: first) }
        var queues: [LaneKey] = []
        var parts: [LaneKey: [Item]] = [:]
        for item in items {
            let key = queue(item)
            if parts[key] == nil { queues.append(key) }
            parts[key, default: []].append(item)
        }
        return queues.flatMap { bounded(parts[$0] ?? [], of: $0) }
    }

    private static func bounded(_ items: [Item], of queue: LaneKey) -> [Self] {
        guard items.count > PushBatch.limit else { return [QueueBatch(queue: queue, items: items)] }
        return stride(from: 0, to: items.count, by: PushBatch.limit).map { start in
            QueueBatch(queue: queue, items: Array(items[start..<min(start + PushBatch.limit, items.count)]))
        }
    }
}
