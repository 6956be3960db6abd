import PealCore
import PealProviderKit
import Synchronization

/// Puts the messages of all batches into requests, at most six at a time, with no timer and no task of its own.
///
/// While fewer requests are under way, what is submitted leaves immediately. Otherwise messages wait, and when a request
/// ends, the next one takes the first hundred that wait, of whatever batches: the busier the sender, the fuller its
/// requests. A request is sent by the task that submitted its first message, which waits for its outcomes anyway.
final class ExpoRequestQueue: Sendable {
    /// Expo's limit for a request.
    static let batchLimit = 100
    /// Expo asks for at most six requests at a time.
    static let requestLimit = 6

    private let waitingLimit: Int
    private let deliver: @Sendable ([ExpoBatchItem]) async -> [SendOutcome]
    private let state = Mutex(ExpoQueueState())

    /// - Parameters:
    ///   - waitingLimit: how many messages may wait; those above it are `unavailable`.
    ///   - deliver: sends at most ``batchLimit`` messages and returns what became of each, in the same order.
    init(waitingLimit: Int = 10_000, deliver: @escaping @Sendable ([ExpoBatchItem]) async -> [SendOutcome]) {
        self.waitingLimit = waitingLimit
        self.deliver = deliver
    }

    /// How many messages wait for a request.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Sends messages and returns when each has its outcome.
    ///
    /// When its task is cancelled, messages that wait are `notProcessed`; requests it is sending end, and their messages
    /// are `unknown`.
    func submit(_ items: [ExpoBatchItem], into sink: OutcomeSink) async {
        guard !items.isEmpty else { return }
        let (number, refused, wakes) = state.withLock { $0.add(items, sink, atMost: waitingLimit) }
        sink.take(
            refused.map { PushOutcome(index: $0.index, .unavailable(reason: "too-many-waiting", retryAfter: nil)) }
        )
        for wake in wakes { wake() }
        await withTaskCancellationHandler {
            await withDiscardingTaskGroup { group in
                while let request = await next(number) { group.addTask { await self.send(request) } }
            }
        } onCancel: {
            let withdrawn = state.withLock { $0.withdraw(number) }
            sink.take(withdrawn.map { PushOutcome(index: $0.index, .notProcessed(reason: "cancelled")) })
            let wake = state.withLock { $0.close(withdrawn.count, of: number) }
            wake?()
        }
    }

    /// The next request this batch is to send; `nil` when all its messages have their outcomes.
    private func next(_ number: UInt64) async -> ExpoQueueState.Request? {
        await withCheckedContinuation { continuation in
            let step = state.withLock { $0.next(number, continuation) }
            if case .now(let request) = step { continuation.resume(returning: request) }
        }
    }

    private func send(_ request: ExpoQueueState.Request) async {
        var outcomes = Task.isCancelled ? [] : await deliver(request.entries.map(\.item))
        // Nothing has left when the task was cancelled before; otherwise a missing outcome is one that nobody knows.
        let missing: SendOutcome =
            outcomes.isEmpty && Task.isCancelled ? .notProcessed(reason: "cancelled") : BatchOutcomes.missing
        while outcomes.count < request.entries.count { outcomes.append(missing) }
        for (sink, group) in request.grouped(outcomes) { sink.take(group) }
        let wakes = state.withLock { $0.ended(request) }
        for wake in wakes { wake() }
    }
}
