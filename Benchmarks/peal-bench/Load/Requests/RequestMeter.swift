import JudgeKit

/// Measures the server's processor time of phases that are not counted in pushes.
struct RequestMeter {
    let server: ServerProcess
    let timeLimit: Duration

    /// The audit log and analytics look for new events this often, and are woken by nothing.
    private static let pauseOfReaders = Duration.milliseconds(1_100)

    /// Measures a phase.
    /// - Parameters:
    ///   - name: what the report calls it.
    ///   - unit: what the cost is divided by.
    ///   - count: how many of these there are.
    ///   - load: makes the server work, and ends when all that counts is done; returns the seconds that requests took.
    /// - Returns: what it cost.
    /// - Throws: what the load does.
    func measure(
        _ name: String,
        _ unit: RequestMeasurement.Unit,
        count: Int,
        _ load: () async throws -> Double?
    ) async throws -> RequestMeasurement {
        let before = try cpuSeconds
        let seconds = try await load()
        return RequestMeasurement(
            name: name,
            unit: unit,
            count: count,
            seconds: seconds,
            serverCPU: try cpuSeconds - before
        )
    }

    /// Waits until the server has nothing left to do.
    ///
    /// Audit entries and analytics are written up to a second later. They belong to the phase that caused them, not to
    /// the next one.
    /// - Throws: ``JudgeError`` when it still works after the time limit.
    func quiesce() async throws {
        try await Task.sleep(for: Self.pauseOfReaders)
        var last: Double?
        _ = try await Stopwatch.poll("the server still works", every: .milliseconds(300), atMost: timeLimit) {
            let now = try cpuSeconds
            defer { last = now }
            // The kernel counts in hundredths of a second: one of them in 300 ms is a server that does nothing.
            return last.map { now - $0 < 0.015 } == true ? true : nil as Bool?
        }
    }

    private var cpuSeconds: Double { get throws { try ProcessFigures(pid: server.child.pid).cpuSeconds } }
}
