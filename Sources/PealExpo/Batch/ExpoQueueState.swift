import PealCore
import PealProviderKit

/// What an ``ExpoRequestQueue`` knows: which messages wait, and which batches have messages without an outcome.
struct ExpoQueueState {
    /// A message that waits for a request or is under way.
    struct Entry: Sendable {
        var batch: UInt64
        var item: ExpoBatchItem
        var sink: OutcomeSink
    }

    /// Messages that travel together.
    struct Request: Sendable {
        var entries: [Entry]

        /// The outcomes of each batch, in the order of the messages.
        func grouped(_ outcomes: [SendOutcome]) -> [(OutcomeSink, [PushOutcome])] {
            var groups: [(batch: UInt64, sink: OutcomeSink, outcomes: [PushOutcome])] = []
            for (entry, outcome) in zip(entries, outcomes) {
                // Messages of a batch stand together, because they were taken in order.
                if groups.last?.batch != entry.batch { groups.append((entry.batch, entry.sink, [])) }
                groups[groups.count - 1].outcomes.append(PushOutcome(index: entry.item.index, outcome))
            }
            return groups.map { ($0.sink, $0.outcomes) }
        }
    }

    /// What a batch does next.
    enum Step {
        case now(Request?)
        /// Its continuation is resumed when there is something to do.
        case later
    }

    /// Resumes a task; called when the lock is free again.
    typealias Wake = @Sendable () -> Void

    private struct Batch {
        /// Messages that have no outcome yet.
        var open: Int
        /// Requests it is to send and has not fetched yet.
        var requests: [Request] = []
        var reader: CheckedContinuation<Request?, Never>?
    }

    private(set) var waiting: [Entry] = []
    private var batches: [UInt64: Batch] = [:]
    private var underWay = 0
    private var lastNumber: UInt64 = 0

    /// Takes the messages of a batch, as many as there is room for.
    mutating func add(_ items: [ExpoBatchItem], _ sink: OutcomeSink, atMost limit: Int)
        -> (number: UInt64, refused: ArraySlice<ExpoBatchItem>, wakes: [Wake])
    {
        lastNumber += 1
        let taken = min(items.count, max(limit - waiting.count, 0))
        for item in items.prefix(taken) {
            waiting.append(Entry(batch: lastNumber, item: item, sink: sink))
        }
        batches[lastNumber] = Batch(open: taken)
        return (lastNumber, items[taken...], assign())
    }

    mutating func next(_ number: UInt64, _ reader: CheckedContinuation<Request?, Never>) -> Step {
        guard var batch = batches[number] else { return .now(nil) }
        if !batch.requests.isEmpty {
            let request = batch.requests.removeFirst()
            batches[number] = batch
            return .now(request)
        }
        guard batch.open > 0 else {
            batches[number] = nil
            return .now(nil)
        }
        batches[number]?.reader = reader
        return .later
    }

    /// Withdraws the messages of a batch that wait; ``close(_:of:)`` follows when their outcomes are reported.
    mutating func withdraw(_ number: UInt64) -> [ExpoBatchItem] {
        let withdrawn = waiting.filter { $0.batch == number }
        waiting.removeAll { $0.batch == number }
        return withdrawn.map(\.item)
    }

    /// A request is over and its outcomes are reported.
    mutating func ended(_ request: Request) -> [Wake] {
        underWay -= 1
        var counts: [UInt64: Int] = [:]
        for entry in request.entries { counts[entry.batch, default: 0] += 1 }
        return counts.compactMap { close($1, of: $0) } + assign()
    }

    /// Makes requests of what waits, as long as one more may be under way.
    private mutating func assign() -> [Wake] {
        var wakes: [Wake] = []
        while underWay < ExpoRequestQueue.requestLimit, let first = waiting.first {
            let request = Request(entries: Array(waiting.prefix(ExpoRequestQueue.batchLimit)))
            waiting.removeFirst(request.entries.count)
            underWay += 1
            if let reader = batches[first.batch]?.reader {
                batches[first.batch]?.reader = nil
                wakes.append { reader.resume(returning: request) }
            } else {
                batches[first.batch]?.requests.append(request)
            }
        }
        return wakes
    }

    /// Counts outcomes of a batch that were reported; wakes it when it has all.
    mutating func close(_ count: Int, of number: UInt64) -> Wake? {
        guard count > 0 else { return nil }
        batches[number]?.open -= count
        guard let batch = batches[number], batch.open == 0, batch.requests.isEmpty, let reader = batch.reader else {
            return nil
        }
        batches[number] = nil
        return { reader.resume(returning: nil) }
    }
}
