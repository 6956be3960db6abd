import JudgeKit
import PealCore

/// Single triggers at a steady rate, each when its time has come, whatever became of those before.
///
/// Times count from then on, so that a late start and a full queue are part of them.
struct PacedTriggers {
    let api: PealAPI
    let owners: [String]
    let rate: Int
    let seconds: Int

    /// What was sent.
    struct Sent {
        /// When each was due, by the time of day, by its number.
        var due: [Int: Timestamp]
        /// Seconds until each was answered.
        var answers: [Double]
    }

    /// Sends all of them.
    /// - Parameter first: the number of the first; each number is one report.
    /// - Returns: when each was due, and how long its answer took.
    /// - Throws: ``JudgeError`` when one is not accepted.
    func send(from first: Int) async throws -> Sent {
        let watch = Stopwatch()
        let began = Stopwatch.wallClock
        let (api, owners) = (api, owners)
        var sent = Sent(due: [:], answers: [])
        sent.answers = try await withThrowingTaskGroup(of: Double.self, returning: [Double].self) { tasks in
            for index in 0..<(rate * seconds) {
                let due = Double(index) / Double(rate)
                let pause = due - watch.seconds
                if pause > 0 { try await Task.sleep(for: .seconds(pause), tolerance: .zero) }
                let number = first + index
                sent.due[number] = began + .milliseconds(Int64(due * 1_000))
                tasks.addTask {
                    let body = LoadRun.assigned(number, owner: owners[number % owners.count])
                    try await api.submit(body, idempotencyKey: nil).expect(202)
                    return watch.seconds - due
                }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        return sent
    }
}
