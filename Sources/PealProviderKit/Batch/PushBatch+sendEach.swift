public import PealCore
import Synchronization

extension PushBatch {
    /// Sends the messages one by one, in their order and at most `width` at a time: for services that take one message in a
    /// request.
    ///
    /// When its task is cancelled, messages that have not been started are `notProcessed`; for the others `send` decides.
    public func sendEach(
        atMost width: Int,
        into sink: OutcomeSink,
        _ send: @escaping @Sendable (Item) async -> SendOutcome
    ) async {
        let work = EachMessage(items: items, sink: sink, send: send)
        // A single message, which is the usual case at low load, costs no task of its own.
        guard items.count > 1 else { return await work.run() }
        await withDiscardingTaskGroup { group in
            for _ in 0..<min(max(width, 1), items.count) { group.addTask { await work.run() } }
        }
    }
}

/// Messages that several tasks send, each task the next one that nobody has taken.
private final class EachMessage: Sendable {
    private let items: [PushBatch.Item]
    private let sink: OutcomeSink
    private let send: @Sendable (PushBatch.Item) async -> SendOutcome
    private let next = Atomic<Int>(0)

    init(items: [PushBatch.Item], sink: OutcomeSink, send: @escaping @Sendable (PushBatch.Item) async -> SendOutcome) {
        self.items = items
        self.sink = sink
        self.send = send
    }

    func run() async {
        while true {
            let index = next.add(1, ordering: .relaxed).oldValue
            guard index < items.count else { return }
            let outcome = Task.isCancelled ? .notProcessed(reason: "cancelled") : await send(items[index])
            sink.take(outcome, of: index)
        }
    }
}
