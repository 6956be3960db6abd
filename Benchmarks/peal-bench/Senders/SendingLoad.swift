import JudgeKit
import PealProviderKit

/// Keeps so many pushes in flight for a time, as the delivery loop does, and counts what it costs this process.
struct SendingLoad: Sendable {
    /// Pushes in flight: a batch is submitted whenever an eighth of them has ended.
    let concurrency: Int
    let seconds: Double

    /// Sends the messages round and round, at most `limit` of them where something runs out.
    ///
    /// `beforehand` is done between the first half second, which opens connections, and the measurement.
    func measure(
        _ name: String,
        _ provider: some PushProvider,
        _ messages: [PushMessage],
        limit: Int = .max,
        beforehand: () async throws -> Void = {}
    ) async throws -> SenderFigures {
        let first = await round(provider, messages, seconds: min(0.5, seconds), limit: limit)
        guard first.accepted > 0 else {
            throw JudgeError(.unexpectedAnswer, "\(name): nothing is accepted: \(first.error ?? "no outcome")")
        }
        try await beforehand()
        let cpu = ProcessorTime.own
        let watch = Stopwatch()
        let count = await round(provider, messages, seconds: seconds, limit: limit)
        return SenderFigures(
            name: name,
            pushes: count.accepted,
            seconds: watch.seconds,
            cpuSeconds: ProcessorTime.own - cpu,
            errors: count.errors,
            firstError: count.error
        )
    }

    private func round(
        _ provider: some PushProvider,
        _ messages: [PushMessage],
        seconds: Double,
        limit: Int
    ) async -> OutcomeTally.Count {
        let watch = Stopwatch()
        let tally = OutcomeTally()
        await withDiscardingTaskGroup { group in
            var started = 0
            while started < limit, watch.seconds < seconds {
                let free = concurrency - (started - tally.count.ended)
                let size = min(free, limit - started, PushBatch.limit)
                let first = started
                let batch = PushBatch(
                    (0..<size).map { PushBatch.Item(messages[(first + $0) % messages.count]) }
                )
                started += size
                group.addTask { await provider.submit(batch, into: tally.sink) }
                await tally.reached(started - concurrency + max(1, concurrency / 8))
            }
        }
        return tally.count
    }
}
