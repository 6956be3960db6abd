import PealHTTP2
import PealProviderKit
import Synchronization

/// A batch on its way over HTTP/2: its messages are taken in chunks, by one task or a few.
final class WebPushBatch: Sendable {
    /// How many messages are encrypted before they are handed to the connections together.
    static let chunk = 16

    let items: [PushBatch.Item]
    let run: HTTP2BatchRun<WebPushRequest>
    private let sink: OutcomeSink
    private let reader: OutcomeReader
    private let connections: WebPushConnections
    private let next = Atomic<Int>(0)
    private let origins = Mutex<[ObjectIdentifier: WebPushOrigin]>([:])

    init(_ batch: PushBatch, over connections: WebPushConnections, reader: OutcomeReader, into sink: OutcomeSink) {
        items = batch.items
        run = connections.beginRun(of: batch.items.count)
        self.sink = sink
        self.reader = reader
        self.connections = connections
    }

    /// How many chunks there are.
    var chunks: Int { (items.count + Self.chunk - 1) / Self.chunk }

    /// The positions of the next messages that nobody has taken.
    func nextChunk() -> Range<Int>? {
        let start = next.add(Self.chunk, ordering: .relaxed).oldValue
        return start < items.count ? start..<min(start + Self.chunk, items.count) : nil
    }

    /// Reports outcomes, and counts them afterwards: when the last one is counted, all are reported.
    func report(_ outcomes: [PushOutcome]) {
        guard !outcomes.isEmpty else { return }
        sink.take(outcomes)
        run.finish(outcomes.count)
    }

    /// Sends requests to one push service; those that do not travel over HTTP/2 are returned to the run.
    func start(_ requests: [WebPushRequest]) {
        guard let first = requests.first else { return }
        guard let origin = connections.enter(first, count: requests.count) else {
            for request in requests { run.giveBack(request) }
            return
        }
        // Known before anything is started, so that a cancellation finds it.
        origins.withLock { $0[ObjectIdentifier(origin)] = origin }
        let authority = origin.pool.endpoint.authority
        let calls = requests.map { request in
            request.call(authority: authority) { self.take($0, of: request, from: origin) }
        }
        origin.pool.start(calls, batch: run.number)
        // A cancellation that came meanwhile may have been earlier than the requests at the connections.
        if run.isCancelled { origin.pool.cancel(run.number) }
    }

    /// Gives the batch up: what has not left is withdrawn.
    func cancel() {
        run.cancel()
        for origin in origins.withLock({ Array($0.values) }) { origin.pool.cancel(run.number) }
    }

    private func take(_ reply: HTTP2Reply, of request: WebPushRequest, from origin: WebPushOrigin) {
        connections.leave(origin)
        if let outcome = reader.outcome(of: reply, origin: request.origin) {
            sink.take(outcome, of: request.index)
            run.finish()
        } else {
            connections.avoid(origin)
            run.giveBack(request)
        }
    }
}
