package import PealCore
import PealProviderKit
package import PealStore

/// What is sent together through one queue: leased deliveries, or silent sync pushes, the most urgent first.
package struct QueueBatch<Item: Sendable>: Sendable {
    /// The app and the push service of all of them.
    package let queue: QueueKey
    /// At most as many as a provider takes at a time.
    package let items: [Item]
    /// The number of the claim that leased them; see ``Revocations``.
    package var claim: Int
}

extension QueueBatch<ClaimedDelivery> {
    /// Divides leased deliveries into batches; their order is kept within each queue.
    package static func batches(of deliveries: [ClaimedDelivery], claim: Int) -> [Self] {
        divide(deliveries, claim, by: \.queue)
    }
}

extension QueueBatch<ClaimedSync> {
    /// Divides leased silent sync pushes into batches; their order is kept within each queue.
    package static func batches(of pushes: [ClaimedSync], claim: Int) -> [Self] { divide(pushes, claim, by: \.queue) }
}

extension QueueBatch {
    /// The queue of the most urgent item comes first.
    private static func divide(_ items: [Item], _ claim: Int, by queue: (Item) -> QueueKey) -> [Self] {
        guard let first = items.first.map(queue) else { return [] }
        // Most claims are of one queue.
        if items.allSatisfy({ queue($0) == first }) { return bounded(items, claim, of: first) }
        var queues: [QueueKey] = []
        var parts: [QueueKey: [Item]] = [:]
        for item in items {
            let key = queue(item)
            if parts[key] == nil { queues.append(key) }
            parts[key, default: []].append(item)
        }
        return queues.flatMap { bounded(parts[$0] ?? [], claim, of: $0) }
    }

    private static func bounded(_ items: [Item], _ claim: Int, of queue: QueueKey) -> [Self] {
        guard items.count > PushBatch.limit else { return [QueueBatch(queue: queue, items: items, claim: claim)] }
        return stride(from: 0, to: items.count, by: PushBatch.limit).map { start in
            QueueBatch(
                queue: queue,
                items: Array(items[start..<min(start + PushBatch.limit, items.count)]),
                claim: claim
            )
        }
    }
}
