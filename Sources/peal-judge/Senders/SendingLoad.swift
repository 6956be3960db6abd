import PealCore
import PealProviderKit

/// Keeps so many senders busy for a time and counts what it costs this process.
struct SendingLoad: Sendable {
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

    private struct Count: Sendable {
        var accepted = 0
        var errors = 0
        var error: String?
    }

    private func round(
        _ provider: some PushProvider,
        _ messages: [PushMessage],
        seconds: Double,
        limit: Int
    ) async -> Count {
        let watch = Stopwatch()
        let width = concurrency
        return await withTaskGroup(of: Count.self) { group in
            for sender in 0..<width {
                group.addTask {
                    var count = Count()
                    for number in stride(from: sender, to: limit, by: width) {
                        // The judge's own clock is not to be counted against the sender.
                        if (number / width).isMultiple(of: 4), watch.seconds >= seconds { break }
                        let outcome = await provider.send(messages[number % messages.count])
                        if case .accepted = outcome {
                            count.accepted += 1
                        } else {
                            count.errors += 1
                            count.error = count.error ?? "\(outcome)"
                        }
                    }
                    return count
                }
            }
            var total = Count()
            for await count in group {
                total.accepted += count.accepted
                total.errors += count.errors
                total.error = total.error ?? count.error
            }
            return total
        }
    }
}
