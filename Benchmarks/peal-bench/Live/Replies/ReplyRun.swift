import JudgeKit
import NIOCore
import NIOPosix

/// Sends replies at a steady rate while hosts follow their boards.
struct ReplyRun {
    let plan: ReplyPlan
    let seconds: Int

    /// Seconds of replies before those that count.
    private static let warmUp = 2

    func measure(_ server: some ReplyServer) async throws -> ReplyFigures {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let arrivals = ReplyArrivals()
        let clients = LiveClients(
            group: group,
            port: server.port,
            accepted: LiveFraming.events.accepted,
            reader: { arrivals.reader() }
        )
        let channels = try await clients.open(try await server.requests())
        // A connection follows its board a moment after it is accepted.
        try await Task.sleep(for: .seconds(1))
        let first = min(plan.rate * Self.warmUp, plan.count / 2)
        _ = try await send(0..<first, to: server, arrivals)
        Output.progress("\(plan.rate) replies a second for \(seconds) s: \(type(of: server).name)")
        let before = try ProcessFigures(pid: server.pid).cpuSeconds
        let last = min(first + plan.rate * seconds, plan.count)
        let times = try await send(first..<last, to: server, arrivals)
        let after = try ProcessFigures(pid: server.pid).cpuSeconds
        for channel in channels { channel.close(promise: nil) }
        try await group.shutdownGracefully()
        return ReplyFigures(
            server: type(of: server).name,
            onBoards: times.onBoards.sorted(),
            answers: times.answers.sorted(),
            cpuSeconds: after - before
        )
    }

    /// Sends each reply when its time has come, whatever became of those before.
    ///
    /// Both times count from then on, so that a late start and a full queue are part of them.
    /// - Returns: seconds until each reply was on its board, and until it was answered.
    private func send(
        _ numbers: Range<Int>,
        to server: some ReplyServer,
        _ arrivals: ReplyArrivals
    ) async throws -> (onBoards: [Double], answers: [Double]) {
        let start = arrivals.now + 0.1
        let interval = 1 / Double(plan.rate)
        let replies = numbers.map(plan.reply)
        let answers = try await withThrowingTaskGroup(of: Double.self, returning: [Double].self) { tasks in
            for (index, reply) in replies.enumerated() {
                let due = start + Double(index) * interval
                let pause = due - arrivals.now
                if pause > 0 { try await Task.sleep(for: .seconds(pause), tolerance: .zero) }
                tasks.addTask {
                    try await server.send(reply)
                    return arrivals.now - due
                }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        let onBoards = try await arrivals.wait(for: replies)
        return (onBoards.enumerated().map { $1 - (start + Double($0) * interval) }, answers)
    }
}
